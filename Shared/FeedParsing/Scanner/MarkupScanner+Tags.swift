/// Start tags and their attributes.
extension MarkupScanner {
  /// Whether a byte cannot be part of a name.
  @inline(__always)
  static func endsName(_ byte: UInt8) -> Bool {
    ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "<")
      || byte == UInt8(ascii: "=")
  }

  private struct QualifiedName {
    var range = 0..<0
    var local = 0..<0
    var prefixHash = NameHash()
    var localHash = NameHash()
    var hash = NameHash()
    var isPrefixed: Bool { range.lowerBound != local.lowerBound }
  }

  /// Reads the start tag at the position into `element` and `attributes`, and moves past it.
  ///
  /// Returns whether it is an empty-element tag; nil if the document ends within the tag.
  mutating func scanStartTag() -> Bool? {
    position += 1
    let name = scanName()
    attributes.removeAll(keepingCapacity: true)
    let depth = open.count
    var hasPrefixedAttributes = false
    var isEmpty = false
    scanning: while true {
      guard position < document.count else { return nil }
      let byte = document[position]
      switch byte {
      case UInt8(ascii: ">"):
        position += 1
        break scanning
      case UInt8(ascii: "<"):
        diagnostics.report("unclosed-tag", at: position, "a tag that has no > before the next one")
        break scanning
      case UInt8(ascii: "/"):
        position += 1
        isEmpty = position < document.count && document[position] == UInt8(ascii: ">")
      case _ where ASCII.startsName(byte):
        if scanAttribute(depth: depth) { hasPrefixedAttributes = true }
      default:
        position += 1
      }
    }
    if depth == 0 { bindings.adoptAsCore(prefix: name.prefixHash) }
    if hasPrefixedAttributes { applyXMLAttributes(depth: depth) }
    element = OpenElement(
      name: MarkupName.table[name.localHash], namespace: bindings.namespace(ofPrefix: name.prefixHash),
      hash: name.hash, qualifiedName: name.range, localName: name.local)
    return isEmpty
  }

  @inline(__always)
  private mutating func scanName() -> QualifiedName {
    var name = QualifiedName()
    let start = position
    var local = start
    var hash = NameHash()
    var localHash = NameHash()
    while position < document.count {
      let byte = document[position]
      if MarkupScanner.endsName(byte) { break }
      if byte == UInt8(ascii: ":"), local == start {
        name.prefixHash = hash
        local = position + 1
        localHash = NameHash()
      } else {
        localHash.combine(byte)
      }
      hash.combine(byte)
      position += 1
    }
    name.range = start..<position
    name.local = local..<position
    name.localHash = localHash
    name.hash = hash
    return name
  }

  private static let xmlns = NameHash("xmlns")
  private static let xml = NameHash("xml")

  /// Returns whether the attribute is one with a prefix that is kept.
  private mutating func scanAttribute(depth: Int) -> Bool {
    let name = scanName()
    skipSpace()
    guard position < document.count, document[position] == UInt8(ascii: "=") else {
      attributes.append(
        MarkupAttribute(name: MarkupName.table[name.localHash], namespace: .core, value: position..<position))
      return false
    }
    position += 1
    skipSpace()
    let value = scanValue()
    if name.prefixHash == MarkupScanner.xmlns, name.isPrefixed {
      bindings.bind(prefix: name.localHash, uri: document[value].trimmed, depth: depth)
      return false
    }
    if !name.isPrefixed, name.hash == MarkupScanner.xmlns {
      bindings.bind(prefix: NameHash(), uri: document[value].trimmed, depth: depth)
      return false
    }
    let namespace = name.isPrefixed ? bindings.namespace(ofPrefix: name.prefixHash) : Namespace.core
    attributes.append(
      MarkupAttribute(name: MarkupName.table[name.localHash], namespace: namespace, value: value))
    return name.isPrefixed
  }

  /// The value of an attribute of the start tag that was reported last, as written.
  func attribute(_ name: MarkupName, in namespace: Namespace = .core) -> RawText? {
    for attribute in attributes where attribute.name == name && attribute.namespace == namespace {
      return RawText(range: attribute.value)
    }
    return nil
  }

  private mutating func skipSpace() {
    while position < document.count, ASCII.isSpace(document[position]) { position += 1 }
  }

  /// An attribute's value, quoted or not. Of one whose quote was forgotten, what stands before the tag's end.
  private mutating func scanValue() -> Range<Int> {
    guard position < document.count else { return position..<position }
    let quote = document[position]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return scanUnquotedValue() }
    position += 1
    let start = position
    let close = document.firstIndex(of: quote, from: start)
    if let close, isPlausibleEnd(close, ofValueFrom: start) {
      position = close + 1
      return start..<close
    }
    diagnostics.report("unclosed-quote", at: start, "an attribute's value that has no closing quote")
    while position < document.count, document[position] != UInt8(ascii: ">"), document[position] != UInt8(ascii: "<") {
      position += 1
    }
    leaveClosingSlash(ofValueFrom: start)
    return start..<position
  }

  /// Moves back before the slash of `<a b=c/>`, which is the tag's.
  private mutating func leaveClosingSlash(ofValueFrom start: Int) {
    if position < document.count, document[position] == UInt8(ascii: ">"), position > start,
      document[position - 1] == UInt8(ascii: "/")
    {
      position -= 1
    }
  }

  private mutating func scanUnquotedValue() -> Range<Int> {
    diagnostics.report("unquoted-value", at: position, "an attribute's value without quotes")
    let start = position
    while position < document.count, !ASCII.isSpace(document[position]), document[position] != UInt8(ascii: ">") {
      position += 1
    }
    leaveClosingSlash(ofValueFrom: start)
    return start..<position
  }

  /// A quote that is followed by what cannot follow a value, with tags before it, is some other attribute's.
  private func isPlausibleEnd(_ close: Int, ofValueFrom start: Int) -> Bool {
    let after = close + 1
    guard after < document.count else { return true }
    let byte = document[after]
    if ASCII.isSpace(byte) || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") {
      return true
    }
    return document[start..<close].firstIndex(of: UInt8(ascii: ">"), from: 0) == nil
  }

  /// `xml:base` of the tag. (`xml:lang` stays among the attributes.)
  private mutating func applyXMLAttributes(depth: Int) {
    for attribute in attributes where attribute.namespace == .xml && attribute.name == .base {
      var buffer = ByteBuffer(capacity: attribute.value.count + 16)
      References.decode(document[attribute.value], into: &buffer)
      if let base = URLBase(buffer.view.trimmed, relativeTo: bindings.base) { bindings.setBase(base, depth: depth) }
    }
  }
}
