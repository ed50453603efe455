/// An encoding of one byte a character that has ASCII as it is: what each byte is in UTF-8.
///
/// Made with the C library, and faster than the C library is with a whole document.
struct SingleByteTable {
  /// For each byte up to three bytes of UTF-8, the first in the lowest place; in the highest how many they are, and
  /// whether they stand for no character.
  private var forms = (0..<128).map { UInt32($0) | 1 << 24 }
  private static let lengthMask: UInt32 = 3
  private static let isReplacement: UInt32 = 4

  /// Nil where the C library does not know the encoding.
  init?(iconvName: String) {
    // A line feed behind each keeps them apart, where they would be composed too.
    let all = (UInt8(0x80)...0xff).flatMap { [$0, 0x0a] as [UInt8] }
    guard let (text, _) = try? Iconv.utf8(all[...], from: iconvName) else { return nil }
    let replacement: [UInt8] = [0xef, 0xbf, 0xbd]
    for form in text.split(separator: 0x0a, omittingEmptySubsequences: false).prefix(128) {
      let isCharacter = !form.isEmpty && form.count <= 3 && !form.elementsEqual(replacement)
      let bytes = isCharacter ? Array(form) : replacement
      var packed = (UInt32(bytes.count) | (isCharacter ? 0 : SingleByteTable.isReplacement)) << 24
      for (index, byte) in bytes.enumerated() { packed |= UInt32(byte) << (index * 8) }
      forms.append(packed)
    }
    guard forms.count == 256 else { return nil }
  }

  /// The text in UTF-8, and how many bytes are no character and became U+FFFD.
  ///
  /// - Throws: `too-large` where it would take more than `FeedParser.sizeLimit`.
  func utf8(_ bytes: ArraySlice<UInt8>) throws(FeedParsingError) -> (bytes: [UInt8], replaced: Int) {
    try forms.withUnsafeBufferPointer { (forms) throws(FeedParsingError) in
      try bytes.withUnsafeBufferPointer { (input) throws(FeedParsingError) in
        var (size, replaced) = (0, 0)
        // A byte is always an index of the table, which has 256 entries.
        for byte in input {
          let mark = forms[Int(byte)] >> 24
          size += Int(mark & SingleByteTable.lengthMask)
          replaced += Int(mark >> 2)
        }
        guard size <= FeedParser.sizeLimit else { throw .tooLargeInUTF8 }
        let output = [UInt8](unsafeUninitializedCapacity: size) {
          $1 = SingleByteTable.write(ByteView(input), to: UnsafeMutableRawBufferPointer($0), forms)
        }
        return (output, replaced)
      }
    }
  }

  /// Returns how many bytes were written.
  private static func write(
    _ view: ByteView, to target: UnsafeMutableRawBufferPointer, _ forms: UnsafeBufferPointer<UInt32>
  ) -> Int {
    let input = UnsafeRawPointer(view.start)
    var (position, end) = (0, 0)
    // Eight bytes at a time, while there is room for the most that they can take and the one byte that is written over.
    while position + 8 <= view.count, end + 25 <= target.count {
      let word = input.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 == 0 {
        target.storeBytes(of: word, toByteOffset: end, as: UInt64.self)
        end += 8
      } else {
        for offset in 0..<8 {
          let form = forms[Int(input.load(fromByteOffset: position + offset, as: UInt8.self))]
          target.storeBytes(of: form.littleEndian, toByteOffset: end, as: UInt32.self)
          end += Int(form >> 24 & lengthMask)
        }
      }
      position += 8
    }
    while position < view.count {
      let form = forms[Int(view[position])]
      for index in 0..<form >> 24 & lengthMask {
        target[end] = UInt8(truncatingIfNeeded: form >> (index * 8))
        end += 1
      }
      position += 1
    }
    return end
  }
}
