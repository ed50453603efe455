/// Bytes that are nearly UTF-8: how nearly, and what they are once the bad ones are replaced.
struct UTF8Repair {
  /// How many characters beyond ASCII are well formed, and of how many of these are of three bytes or four.
  private(set) var wellFormed = 0
  private(set) var wellFormedLong = 0
  /// How many maximal subparts are no UTF-8: each becomes one U+FFFD.
  private(set) var bad = 0
  /// How many bytes there are with one U+FFFD for each bad part; less where counting gave up.
  private(set) var size = 0
  /// In how many places: bad parts with nothing between them are in one.
  private var badPlaces = 0

  /// Counts from `index` on.
  ///
  /// - Parameter mayGiveUp: stops where it is clear that the rest, whatever it is, cannot make it look like UTF-8.
  init(_ view: ByteView, from index: Int, mayGiveUp: Bool = false) {
    var position = index
    var endOfBad = -1
    size = view.count - index
    while position < view.count {
      if view[position] < 0x80 {
        position += 1
        continue
      }
      let length = UTF8Check.sequenceLength(in: view, at: position)
      if length > 0 {
        wellFormed += 1
        if length > 2 { wellFormedLong += 1 }
        position += length
      } else {
        bad += 1
        if position != endOfBad { badPlaces += 1 }
        let part = UTF8Check.lengthOfWellFormedPart(in: view, at: position)
        position += part
        size += 3 - part
        endOfBad = position
        // What is well formed takes two bytes at least.
        if mayGiveUp, bad * 20 > wellFormed + (view.count - position) / 2 { return }
      }
    }
  }

  /// Far more right than wrong: no text in another encoding looks so.
  var looksLikeUTF8: Bool { wellFormed >= 10 && wellFormed >= bad * 20 }

  /// The same of a document with little beyond ASCII that says it is in Latin letters of one byte each: in these hardly any
  /// word has two bytes in a row that are a character of UTF-8.
  var looksLikeShortUTF8: Bool { wellFormed >= 4 && wellFormed >= bad * 4 }

  /// Next to nothing right and a good deal wrong: text of one byte a character. A stray byte or two prove nothing.
  var looksLikeSingleBytes: Bool { badPlaces >= 4 && wellFormed * 10 < badPlaces }

  /// The bytes from `index` on with U+FFFD for each bad part.
  func repaired(_ view: ByteView, from index: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { output, count in
      func append(_ range: Range<Int>) {
        let part = UnsafeMutableBufferPointer(rebasing: output[count..<count + range.count])
        _ = part.update(fromContentsOf: view[range].buffer)
        count += range.count
      }
      var copied = index
      var position = index
      while position < view.count {
        let length = UTF8Check.sequenceLength(in: view, at: position)
        if length > 0 {
          position += length
          continue
        }
        append(copied..<position)
        for byte in [0xef, 0xbf, 0xbd] as [UInt8] {
          output[count] = byte
          count += 1
        }
        position += UTF8Check.lengthOfWellFormedPart(in: view, at: position)
        copied = position
      }
      append(copied..<view.count)
    }
  }
}
