/// A name of an element or attribute as it stands in a document, read up to the first byte that cannot be part of one.
struct QualifiedName {
  /// Where it stands, with its prefix and without.
  let range: Range<Int>
  let local: Range<Int>
  let prefixHash: NameHash
  let localHash: NameHash

  /// Of all of the name: what an end tag is matched by.
  var hash: NameHash { NameHash(prefix: prefixHash, local: localHash) }
  var isPrefixed: Bool { range.lowerBound != local.lowerBound }

  @inline(__always)
  init(in document: ByteView, at start: Int) {
    var end = ByteScan.endOfNamePart(in: document, from: start)
    var local = start
    if end < document.count, end > start, document[end] == UInt8(ascii: ":") {
      prefixHash = NameHash(document[start..<end])
      local = end + 1
      end = ByteScan.endOfNamePart(in: document, from: local)
    } else {
      prefixHash = NameHash()
    }
    // Further colons are part of the name.
    while end < document.count, document[end] == UInt8(ascii: ":") {
      end = ByteScan.endOfNamePart(in: document, from: end + 1)
    }
    range = start..<end
    self.local = local..<end
    localHash = NameHash(document[local..<end])
  }

  /// Whether a byte cannot be part of a name.
  @inline(__always)
  static func isEnd(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: "=")
  }
}
