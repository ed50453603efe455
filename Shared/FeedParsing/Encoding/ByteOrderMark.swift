/// What the first bytes of a document alone tell about its encoding.
enum ByteOrderMark {
  /// The encoding that a byte order mark stands for, and the mark's length. It wins over all else (RFC 7303).
  static func mark(of bytes: [UInt8]) -> (name: String, length: Int)? {
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return ("utf-8", 3) }
    if bytes.starts(with: [0xff, 0xfe, 0, 0]) { return ("utf-32le", 4) }
    if bytes.starts(with: [0, 0, 0xfe, 0xff]) { return ("utf-32be", 4) }
    if bytes.starts(with: [0xff, 0xfe]) { return ("utf-16le", 2) }
    if bytes.starts(with: [0xfe, 0xff]) { return ("utf-16be", 2) }
    return nil
  }

  /// UTF-16 or UTF-32 without a mark, by the zeros beside the first character, which is `<` or white space.
  static func wideEncoding(of bytes: [UInt8]) -> String? {
    guard bytes.count >= 4 else { return nil }
    func begins(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || ASCII.isSpace(byte) }
    switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
    case (let first, 0, 0, 0) where begins(first): return "utf-32le"
    case (0, 0, 0, let first) where begins(first): return "utf-32be"
    case (let first, 0, let second, 0) where begins(first) && second != 0: return "utf-16le"
    case (0, let first, 0, let second) where begins(first) && second != 0: return "utf-16be"
    default: return nil
    }
  }
}
