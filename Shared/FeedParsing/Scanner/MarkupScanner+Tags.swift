/// Start tags and their attributes.
extension MarkupScanner {
  /// Reads the start tag at the position, its attributes into `attributes`, and moves past it.
  ///
  /// Nil if the document ends within the tag.
  @inline(__always)
  mutating func scanStartTag() -> (element: OpenElement, isEmpty: Bool)? {
    let start = position
    position += 1
    let name = scanName()
    attributes.removeAll()
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
        diagnostics.report("unclosed-tag", at: start, "a tag that has no > before the next one")
        break scanning
      case UInt8(ascii: "/"):
        position += 1
        isEmpty = position < document.count && document[position] == UInt8(ascii: ">")
        if !isEmpty { reportJunk() }
      case _ where ASCII.startsName(byte):
        if scanAttribute(depth: depth) { hasPrefixedAttributes = true }
      default:
        if !ASCII.isSpace(byte) { reportJunk() }
        position += 1
      }
    }
    if depth == 0, !hasSeenRoot { adoptRoot(name) }
    if hasPrefixedAttributes { applyXMLAttributes(depth: depth) }
    let (known, namespace) =
      knownNames.meaning(of: name.hash, generation: bindings.generation) ?? meaning(ofNew: name)
    let element = OpenElement(
      name: known, namespace: namespace, hash: name.hash, qualifiedName: name.range, localName: name.local)
    return (element, isEmpty)
  }

  @inline(never)
  private mutating func meaning(ofNew name: QualifiedName) -> (name: MarkupName?, namespace: Namespace) {
    let namespace = bindings.namespace(ofPrefix: name.prefixHash(in: document), at: name.range.lowerBound)
    let meaning = (names[name.localHash(in: document)], namespace)
    knownNames.remember(name.hash, generation: bindings.generation, as: meaning)
    return meaning
  }

  @inline(never)
  private mutating func adoptRoot(_ name: QualifiedName) {
    bindings.adoptAsCore(
      prefix: name.prefixHash(in: document), at: name.range.lowerBound,
      isAtom: names[name.localHash(in: document)] == .feed)
  }

  /// Whether what looks like a tag in an element's text is none, as in `if a <b then c`: it has neither its `>` nor any
  /// value, and is no element of a feed.
  func isText(from start: Int) -> Bool {
    let name = QualifiedName(in: document, at: start + 1)
    var position = name.range.upperBound
    while position < document.count {
      switch document[position] {
      case UInt8(ascii: "<"): return !endsLeaf(names[name.hash], hasAttributes: false)
      case UInt8(ascii: ">"), UInt8(ascii: "="): return false
      default: position += 1
      }
    }
    return false
  }

  private mutating func reportJunk() {
    diagnostics.report("junk-in-tag", at: position, "a character that has no place in a tag")
  }

  @inline(__always)
  private mutating func scanName() -> QualifiedName {
    let name = QualifiedName(in: document, at: position)
    position = name.range.upperBound
    if name.range.count > ScannerLimits.name {
      diagnostics.reportOnce(
        "name-too-long", at: name.range.lowerBound, "a name of more than \(ScannerLimits.name) bytes")
    }
    return name
  }

  /// Returns whether the attribute is one with a prefix that is kept.
  private mutating func scanAttribute(depth: Int) -> Bool {
    let name = scanName()
    skipSpace()
    guard position < document.count, document[position] == UInt8(ascii: "=") else {
      diagnostics.report("attribute-without-value", at: name.range.lowerBound, "an attribute that has no value")
      keep(name, namespace: .core, value: position..<position, mayHaveReferences: false)
      return false
    }
    position += 1
    skipSpace()
    let (value, mayHaveReferences) = scanValue()
    if name.isPrefixed { return takePrefixed(name, value: value, mayHaveReferences, depth: depth) }
    if name.hash == xmlns {
      bind(NameHash(), to: value, depth: depth)
    } else {
      keep(name, namespace: .core, value: value, mayHaveReferences: mayHaveReferences)
    }
    return false
  }

  /// Returns whether the attribute is kept.
  @inline(never)
  private mutating func takePrefixed(
    _ name: QualifiedName, value: Range<Int>, _ mayHaveReferences: Bool, depth: Int
  ) -> Bool {
    let prefix = name.prefixHash(in: document)
    guard prefix != xmlns else {
      bind(name.localHash(in: document), to: value, depth: depth)
      return false
    }
    let namespace = bindings.namespace(ofPrefix: prefix, at: name.range.lowerBound)
    keep(name, namespace: namespace, value: value, mayHaveReferences: mayHaveReferences)
    return true
  }

  @inline(never)
  private mutating func bind(_ prefix: NameHash, to value: Range<Int>, depth: Int) {
    if bindings.bind(prefix: prefix, uri: document[value].trimmed, depth: depth) { return }
    diagnostics.reportOnce(
      "too-many-namespaces", at: value.lowerBound, "more than \(ScannerLimits.namespaces) namespaces at once")
  }

  /// Of attributes of one name, the first counts.
  private mutating func keep(
    _ name: QualifiedName, namespace: Namespace, value: Range<Int>, mayHaveReferences: Bool
  ) {
    guard !attributes.isFull else {
      diagnostics.reportOnce(
        "too-many-attributes", at: name.range.lowerBound, "a tag has more than \(ScannerLimits.attributes) attributes")
      return
    }
    let hash = name.hash
    for index in 0..<attributes.count where attributes[index].hash == hash {
      // Names of different letters are different names to XML.
      if document[attributes[index].qualifiedName].equals(document[name.range]) {
        diagnostics.report("duplicate-attribute", at: name.range.lowerBound, "an attribute that the tag has already")
        return
      }
    }
    attributes.append(
      MarkupAttribute(
        name: names[name.localHash(in: document)], hash: name.hash, qualifiedName: name.range, namespace: namespace,
        value: value, mayHaveReferences: mayHaveReferences))
  }

  /// The value of an attribute of the start tag that was reported last, as written.
  ///
  /// It changes nothing: but what borrows a struct as large as this one copies it first.
  mutating func attribute(_ name: MarkupName, in namespace: Namespace = .core) -> RawText? {
    for index in 0..<attributes.count {
      let attribute = attributes[index]
      if attribute.name == name, attribute.namespace == namespace {
        return RawText(range: attribute.value, mayHaveReferences: attribute.mayHaveReferences)
      }
    }
    return nil
  }

  mutating func skipSpace() {
    while position < document.count, ASCII.isSpace(document[position]) { position += 1 }
  }

  /// `xml:base` of the tag. (`xml:lang` stays among the attributes.)
  @inline(never)
  private mutating func applyXMLAttributes(depth: Int) {
    for index in 0..<attributes.count where attributes[index].namespace == .xml && attributes[index].name == .base {
      let attribute = attributes[index]
      let view = document[attribute.value]
      var buffer = ByteBuffer(capacity: min(view.count, ScannerLimits.base) + 16)
      References.decode(view[0..<min(view.count, ScannerLimits.base)], into: &buffer)
      let base = URLBase(buffer.view.trimmed, relativeTo: bindings.base)
      if view.count > ScannerLimits.base || base.map({ $0.count > ScannerLimits.base }) == true {
        diagnostics.reportOnce(
          "base-too-long", at: attribute.value.lowerBound, "a base of URLs of more than \(ScannerLimits.base) bytes")
      } else if let base {
        bindings.setBase(base, depth: depth)
      }
    }
  }
}
