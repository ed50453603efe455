/// How a body is compressed (RFC 9110, section 8.4.1).
enum ContentCoding: Sendable, Hashable {
  case identity, gzip, deflate, brotli, zstandard
  /// One that is not read, as the server calls it.
  case unknown(String)
  /// One upon another. A bomb of a few kilobytes so takes hours, and nobody does it in earnest.
  case several(String)

  /// What a request asks for (RFC 9110, section 12.5.3).
  static let accepted = "gzip, deflate, br, zstd"

  /// - Parameter names: as the headers have them, in lower case.
  init(_ names: [String]) {
    let names = names.filter { !["", "identity", "none"].contains($0) }
    guard names.count < 2 else {
      self = .several(names.joined(separator: ", "))
      return
    }
    switch names.first {
    case nil: self = .identity
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    case "br": self = .brotli
    case "zstd": self = .zstandard
    case let name?: self = .unknown(name)
    }
  }

  /// In words.
  var name: String {
    switch self {
    case .identity: "text"
    case .gzip: "gzip"
    case .deflate: "deflate"
    case .brotli: "br"
    case .zstandard: "zstd"
    case .unknown(let name), .several(let name): name
    }
  }

  /// How many bytes tell apart what `actual` does, and how many of them are looked at where there are more.
  static let (leastStart, longestStart) = (4, 16)

  /// How a body is compressed whatever its server says: some leave it out, some say it of what is not compressed, or say
  /// another thing.
  ///
  /// - Parameter start: the body's first bytes.
  func actual(_ start: [UInt8]) -> ContentCoding {
    if let shown = Self.shown(by: start) {
      // Of several the bytes show the outermost only.
      if case .several = self, shown != .identity { return self }
      return shown
    }
    // These have their own first bytes, or cannot be read; so what begins as a feed is one, in whatever script it goes on.
    switch self {
    case .gzip, .zstandard, .unknown, .several: return Self.beginsAsFeed(start) ? .identity : self
    case .identity, .deflate, .brotli: return self
    }
  }

  private static func beginsAsFeed(_ start: [UInt8]) -> Bool {
    start.first { !isSpace($0) }.map { [UInt8(ascii: "<"), UInt8(ascii: "{")].contains($0) } ?? false
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  /// nil where they may be anything.
  private static func shown(by start: [UInt8]) -> ContentCoding? {
    if start.starts(with: [0x1f, 0x8b, 8]), start.count < 4 || start[3] < 0x20 { return .gzip }
    if start.starts(with: ZstandardDecoder.magic) { return .zstandard }
    // Byte order marks. No stream of deflate or br begins with these bytes.
    let marks: [[UInt8]] = [[0xef, 0xbb, 0xbf], [0xfe, 0xff], [0xff, 0xfe]]
    if marks.contains(where: start.starts(with:)) { return .identity }
    // A stream of deflate may begin as text does, but does not go on as text.
    guard start.allSatisfy({ isSpace($0) || (0x21...0x7e).contains($0) }) else { return nil }
    if start.contains(where: { !isSpace($0) }) { return beginsAsFeed(start) ? .identity : nil }
    return start.count < leastStart ? nil : .identity
  }
}
