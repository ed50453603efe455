/// Which prefixes stand for which namespaces at this point of the document, and what base and language hold.
struct NamespaceBindings {
  private struct Binding {
    let depth: Int
    let prefix: NameHash
    let namespace: Namespace
    let uri: NameHash
  }

  private struct Inherited {
    let depth: Int
    let base: URLBase
  }

  private var bindings: [Binding] = []
  private var bases: [Inherited] = []
  /// A known namespace that stands for `core` in this document, because the root element has it; and an unknown one.
  private var coreNamespace: Namespace?
  private var coreURI: NameHash?

  private static let noPrefix = NameHash()

  /// The base that relative URLs are resolved against here.
  var base: URLBase? { bases.last?.base }

  /// Returns whether there was room for it.
  mutating func bind(prefix: NameHash, uri: ByteView, depth: Int) -> Bool {
    guard bindings.count < ScannerLimits.namespaces else { return false }
    let key = Namespace.key(forURI: uri)
    let known = key == coreURI ? .core : Namespace.byURI[key] ?? .other
    bindings.append(
      Binding(depth: depth, prefix: prefix, namespace: known == coreNamespace ? .core : known, uri: key))
    return true
  }

  mutating func setBase(_ base: URLBase, depth: Int) {
    bases.append(Inherited(depth: depth, base: base))
  }

  /// Forgets what elements at `depth` or deeper declared.
  @inline(__always)
  mutating func remove(above depth: Int) {
    while let last = bindings.last, last.depth >= depth, depth > 0 { bindings.removeLast() }
    while let last = bases.last, last.depth >= depth, depth > 0 { bases.removeLast() }
  }

  @inline(__always)
  func namespace(ofPrefix prefix: NameHash) -> Namespace {
    for binding in bindings.reversed() where binding.prefix == prefix { return binding.namespace }
    if prefix == NamespaceBindings.noPrefix { return .core }
    let usual = Namespace.byUsualPrefix[prefix] ?? .other
    return usual == coreNamespace ? .core : usual
  }

  /// Whether any prefix stands for the namespace, given as `Namespace.byURI` has it.
  func isBound(to uri: StaticString) -> Bool {
    bindings.contains { $0.uri == NameHash(uri) }
  }

  /// Makes the root element's namespace the core one, whatever it is: feeds are written with all sorts of them.
  mutating func adoptAsCore(prefix: NameHash) {
    let namespace = namespace(ofPrefix: prefix)
    guard namespace != .core, namespace != .rdf else { return }
    if namespace != .other { coreNamespace = namespace }
    coreURI = bindings.last { $0.prefix == prefix }?.uri
    for index in bindings.indices {
      let binding = bindings[index]
      guard binding.uri == coreURI || binding.namespace == coreNamespace else { continue }
      bindings[index] = Binding(depth: binding.depth, prefix: binding.prefix, namespace: .core, uri: binding.uri)
    }
  }
}
