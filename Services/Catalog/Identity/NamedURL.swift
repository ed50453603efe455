/// An address without what says nothing of what it leads to. What is no URL with an authority keeps its text.
struct NamedURL {
  private let bytes: [UInt8]
  /// Where the host, the path and the fragment begin; the user comes before the host.
  private let authority: Int
  private let host: Int
  private let path: Int
  private let query: Int
  private let fragment: Int

  /// - Parameter url: absolute and percent-encoded (RFC 3986).
  init(_ url: String) {
    let bytes = Array(url.utf8)
    let fragment = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let query = bytes[..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
    (self.bytes, self.fragment, self.query) = (bytes, fragment, query)
    authority = Self.authority(in: bytes[..<query]) ?? 0
    guard authority > 0 else {
      (host, path) = (0, 0)
      return
    }
    let path = bytes[authority..<query].firstIndex(of: UInt8(ascii: "/")) ?? query
    self.path = path
    host = bytes[authority..<path].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority
  }

  /// As web pages are compared.
  var page: [UInt8] {
    var text = bytes[host..<path].map(Self.small)
    var end = query
    while end > path, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    text += bytes[path..<end]
    addQuery(to: &text) { $0.starts(with: "utm_".utf8) }
    return text
  }

  /// As files are compared.
  var file: [UInt8] {
    var text = Array(bytes[authority..<host]) + bytes[host..<path].map(Self.small) + bytes[path..<query]
    addQuery(to: &text) { $0.elementsEqual("updated".utf8) }
    return text + bytes[fragment...]
  }

  /// - Parameter isDropped: whether a parameter of that name, in small letters, is left out.
  private func addQuery(to text: inout [UInt8], isDropped: ([UInt8]) -> Bool) {
    guard query + 1 < fragment else { return }
    var mark = UInt8(ascii: "?")
    for parameter in bytes[(query + 1)..<fragment].split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    {
      guard !isDropped(parameter.prefix { $0 != UInt8(ascii: "=") }.map(Self.small)) else { continue }
      text.append(mark)
      text += parameter
      mark = UInt8(ascii: "&")
    }
  }

  /// Where the authority begins; nil where there is none.
  private static func authority(in bytes: ArraySlice<UInt8>) -> Int? {
    let scheme = bytes.prefix { byte in
      isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
    guard let first = scheme.first, isLetter(first), bytes[scheme.endIndex...].starts(with: "://".utf8) else {
      return nil
    }
    return scheme.endIndex + 3
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
  }
}
