/// An element of the document, by what its start tag says.
struct OpenElement {
  /// Its local name, if the parser knows it.
  var name: MarkupName?
  var namespace = Namespace.other
  /// Of the name with its prefix: what an end tag is matched by.
  var hash = NameHash()
  /// Where the name stands in the document: with its prefix, and without.
  var qualifiedName = 0..<0
  var localName = 0..<0
}

/// An attribute of the start tag that was read last.
struct MarkupAttribute {
  var name: MarkupName?
  /// Of the name with its prefix.
  var hash: NameHash
  var qualifiedName: Range<Int>
  /// `core` without a prefix: such an attribute belongs to its element.
  var namespace: Namespace
  /// Where its value stands in the document, without quotes and as written.
  var value: Range<Int>
  /// Whether it was not seen that there are none in the value.
  var mayHaveReferences: Bool
}
