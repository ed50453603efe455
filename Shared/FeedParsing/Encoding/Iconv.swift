#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Transcoding to UTF-8 with the C library's iconv.
enum Iconv {
  static func knows(_ encoding: String?) -> Bool {
    encoding.map { (try? utf8([], from: $0)) != nil } ?? false
  }

  /// The text in UTF-8, and how many times bytes had to be replaced by U+FFFD; nil where the C library does not know the
  /// encoding.
  ///
  /// - Throws: `too-large` where it would take more than `FeedParser.sizeLimit`.
  static func utf8(
    _ bytes: ArraySlice<UInt8>, from encoding: String
  ) throws(FeedParsingError) -> (bytes: [UInt8], replaced: Int)? {
    guard let descriptor = iconv_open("UTF-8", encoding), descriptor != iconv_t(bitPattern: -1) else { return nil }
    defer { iconv_close(descriptor) }
    let unit = unitSize(of: encoding)
    var replaced: Int?
    let output = bytes.withUnsafeBufferPointer { input in
      // Reserved once and only touched as far as it is used: growing would hold the text twice.
      let size = min(largestSize(of: input, encoding: encoding, unit: unit), FeedParser.sizeLimit)
      return [UInt8](unsafeUninitializedCapacity: size + 64) { space, count in
        replaced = convert(descriptor, input, unit: unit, into: space, &count)
      }
    }
    guard let replaced, output.count <= FeedParser.sizeLimit else { throw .tooLargeInUTF8 }
    return (output, replaced)
  }

  /// Returns how often bytes were replaced; nil where there is no room for all of the text.
  private static func convert(
    _ descriptor: iconv_t, _ input: UnsafeBufferPointer<UInt8>, unit: Int,
    into space: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int
  ) -> Int? {
    var replaced = 0
    // iconv takes a mutable pointer by an old mistake; it does not write to its input.
    var next = UnsafeMutableRawPointer(mutating: input.baseAddress)?.assumingMemoryBound(to: CChar.self)
    var left = input.count
    let target = UnsafeMutableRawPointer(space.baseAddress)?.assumingMemoryBound(to: CChar.self)
    while left > 0 {
      var end = target.map { $0 + count }
      var room = space.count - count
      let result = iconv(descriptor, &next, &left, &end, &room)
      let code = errno
      count = space.count - room
      guard result == -1, left > 0 else { continue }
      guard code != E2BIG, space.count - count >= 3 else {
        // What `largestSize` does not foresee, which is nothing that is known, counts as lost, as bad bytes do.
        return count > FeedParser.sizeLimit - 64 ? nil : replaced + left
      }
      for byte in [0xef, 0xbf, 0xbd] as [UInt8] {
        space[count] = byte
        count += 1
      }
      replaced += 1
      let skipped = min(left, lengthOfBadPart(input, at: input.count - left, unit: unit))
      next = next.map { $0 + skipped }
      left -= skipped
    }
    // Encodings that compose characters hold the last one back.
    var end = target.map { $0 + count }
    var room = space.count - count
    iconv(descriptor, nil, nil, &end, &room)
    count = space.count - room
    return replaced
  }

  /// What one replacement character stands for: a unit of a wide encoding; else one byte, or two where a lead byte has a
  /// trail that is none of ASCII's.
  private static func lengthOfBadPart(_ input: UnsafeBufferPointer<UInt8>, at index: Int, unit: Int) -> Int {
    guard unit == doubleByte else { return unit }
    let isLead = input[index] >= 0x81 && input[index] < 0xff
    return isLead && index + 1 < input.count && input[index + 1] >= 0x80 ? 2 : 1
  }

  /// The most bytes that the text can take in UTF-8. In an encoding that has ASCII as it is, a byte beyond it gives three
  /// bytes at most; in UTF-16 a unit does; in any other every byte may. Memory is only used as far as it is written to.
  private static func largestSize(of input: UnsafeBufferPointer<UInt8>, encoding: String, unit: Int) -> Int {
    if unit == 4 { return input.count }
    if unit == 2 { return input.count / 2 * 3 + 3 }
    guard EncodingName.keepsASCII(iconvName: encoding) else { return input.count * 3 }
    var high = 0
    for byte in input { high += Int(byte >> 7) }
    return input.count + high * 2
  }

  /// Stands for the size of a unit where characters have one byte or two.
  private static let doubleByte = 0

  private static func unitSize(of encoding: String) -> Int {
    if EncodingName.isWide(encoding.lowercased()) { return encoding.contains("32") || encoding.contains("4") ? 4 : 2 }
    return EncodingName.isDoubleByte(iconvName: encoding) ? doubleByte : 1
  }
}
