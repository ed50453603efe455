/// A name of an element or attribute as it stands in a document, read up to the first byte that cannot be part of one.
struct QualifiedName {
  /// Where it stands, with its prefix and without.
  let range: Range<Int>
  let local: Range<Int>
  /// Of all of the name: what an end tag is matched by.
  let hash: NameHash

  var isPrefixed: Bool { range.lowerBound != local.lowerBound }

  @inline(__always)
  init(in document: ByteView, at start: Int) {
    if let (length, colon, hash) = ByteScan.shortName(in: document, at: start) {
      let end = start &+ length
      self.init(
        range: start..<end, local: (colon == 0 || colon >= length ? start : start &+ colon &+ 1)..<end, hash: hash)
    } else {
      self.init(inLong: document, at: start)
    }
  }

  private init(range: Range<Int>, local: Range<Int>, hash: NameHash) {
    (self.range, self.local, self.hash) = (range, local, hash)
  }

  /// One of more than fifteen bytes, or at the very end of the document.
  @inline(never)
  private init(inLong document: ByteView, at start: Int) {
    let end = ByteScan.endOfName(in: document, from: start)
    let colon = document[0..<end].firstIndex(of: UInt8(ascii: ":"), from: start)
    range = start..<end
    // Further colons are part of the name.
    local = (colon.map { $0 == start ? start : $0 + 1 } ?? start)..<end
    hash = NameHash(document[range])
  }

  /// Of the name without its prefix.
  @inline(__always)
  func localHash(in document: ByteView) -> NameHash {
    isPrefixed ? NameHash(document[local]) : hash
  }

  /// Of the empty name where there is no prefix.
  func prefixHash(in document: ByteView) -> NameHash {
    isPrefixed ? NameHash(document[range.lowerBound..<local.lowerBound - 1]) : NameHash()
  }

  /// Whether a byte cannot be part of a name.
  @inline(__always)
  static func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: "=")
  }
}
