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
    var position = start
    var local = start
    var (prefixHash, hash) = (NameHash(), NameHash())
    while position < document.count {
      let byte = document[position]
      if ASCII.isLetter(byte) {
        hash.combineLetter(byte)
      } else if byte == UInt8(ascii: ":"), local == start, position > start {
        prefixHash = hash
        hash = NameHash()
        local = position + 1
      } else if QualifiedName.isEnd(byte) {
        break
      } else {
        hash.combineExactly(byte)
      }
      position += 1
    }
    range = start..<position
    self.local = local..<position
    self.prefixHash = prefixHash
    localHash = hash
  }

  /// Whether a byte cannot be part of a name.
  @inline(__always)
  static func isEnd(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: "=")
  }
}
