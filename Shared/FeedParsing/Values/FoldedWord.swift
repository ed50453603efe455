/// A word in lower case and without accents, so that names are found however they are written: Latin, Greek and Cyrillic.
struct FoldedWord {
  private(set) var bytes: [UInt8] = []

  init(_ word: ByteView) {
    bytes.reserveCapacity(word.count)
    var position = 0
    while position < word.count {
      let byte = word[position]
      // The letters in question have two bytes; all else stays as it is.
      guard byte >= 0xc2, byte <= 0xdf, position + 1 < word.count, word[position + 1] & 0xc0 == 0x80 else {
        bytes.append(ASCII.lower(byte))
        position += 1
        continue
      }
      append(UInt32(byte & 0x1f) << 6 | UInt32(word[position + 1] & 0x3f))
      position += 2
    }
  }

  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard bytes.count >= prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where bytes[index] != prefix.utf8Start[index] { return false }
    return true
  }

  private mutating func append(_ scalar: UInt32) {
    switch scalar {
    case 0xc0...0x17f: bytes.append(FoldedWord.latin.utf8Start[Int(scalar - 0xc0)])
    case 0x300...0x36f: break  // combining accents
    case 0x386...0x3ce: appendTwoBytes(FoldedWord.greek(scalar))
    case 0x410...0x42f: appendTwoBytes(scalar + 0x20)
    case 0x400...0x40f: appendTwoBytes(scalar + 0x50)
    default: appendTwoBytes(scalar)
    }
  }

  private mutating func appendTwoBytes(_ scalar: UInt32) {
    bytes.append(UInt8(0xc0 | scalar >> 6))
    bytes.append(UInt8(0x80 | scalar & 0x3f))
  }

  private static func greek(_ scalar: UInt32) -> UInt32 {
    switch scalar {
    case 0x386, 0x3ac: 0x3b1
    case 0x388, 0x3ad: 0x3b5
    case 0x389, 0x3ae: 0x3b7
    case 0x38a, 0x3af, 0x390, 0x3aa, 0x3ca: 0x3b9
    case 0x38c, 0x3cc: 0x3bf
    case 0x38e, 0x3cd, 0x3b0, 0x3ab, 0x3cb: 0x3c5
    case 0x38f, 0x3ce: 0x3c9
    case 0x3c2: 0x3c3
    case 0x391...0x3a9: scalar + 0x20
    default: scalar
    }
  }

  /// The plain letters of U+00C0 to U+017F; `?` for what is no letter.
  private static let latin: StaticString = """
    aaaaaaaceeeeiiiidnooooo?ouuuuytsaaaaaaaceeeeiiiidnooooo?ouuuuytyaaaaaaccccccccddddeeeeeeeeeegggg\
    gggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs
    """
}
