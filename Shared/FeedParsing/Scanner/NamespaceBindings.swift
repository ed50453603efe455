/// Which prefixes stand for which namespaces at this point of the document, and what base and language hold.
struct NamespaceBindings: ~Copyable {
  struct Binding {
    let depth: Int
    let prefix: NameHash
    let namespace: Namespace
    let uri: NameHash
  }

  private struct Inherited {
    let depth: Int
    let base: URLBase
  }

  private var bindings = BoundedStack<Binding>(capacity: ScannerLimits.namespaces)
  private var bases: [Inherited] = []
  /// Another number whenever a prefix comes to stand for something else.
  private(set) var generation: UInt32 = 1
  /// The depth of the innermost element that declared anything.
  private var deepest = 0
  /// A known namespace that stands for `core` in this document, because the root element has it; and an unknown one.
  private var coreNamespace: Namespace?
  private var coreURI: NameHash?

  /// Where a prefix first stood that is not declared and was taken for what it usually means.
  private(set) var undeclaredPrefix: Int?

  /// The base that relative URLs are resolved against here.
  var base: URLBase? { bases.last?.base }

  /// Returns whether there was room for it.
  mutating func bind(prefix: NameHash, uri: ByteView, depth: Int) -> Bool {
    guard !bindings.isFull else { return false }
    let key = Namespace.key(forURI: uri)
    let known = key == coreURI ? .core : Namespace.byURI[key] ?? .other
    bindings.append(
      Binding(depth: depth, prefix: prefix, namespace: known == coreNamespace ? .core : known, uri: key))
    deepest = max(deepest, depth)
    generation &+= 1
    return true
  }

  mutating func setBase(_ base: URLBase, depth: Int) {
    bases.append(Inherited(depth: depth, base: base))
    deepest = max(deepest, depth)
  }

  /// Forgets what elements at `depth` or deeper declared.
  @inline(__always)
  mutating func remove(above depth: Int) {
    guard depth <= deepest, depth > 0 else { return }
    while let last = bindings.last, last.depth >= depth {
      _ = bindings.popLast()
      generation &+= 1
    }
    while let last = bases.last, last.depth >= depth { bases.removeLast() }
    deepest = max(bindings.last?.depth ?? 0, bases.last?.depth ?? 0)
  }

  /// - Parameter offset: where in the document the prefix stands.
  @inline(__always)
  mutating func namespace(ofPrefix prefix: NameHash, at offset: Int) -> Namespace {
    var index = bindings.count - 1
    while index >= 0 {
      let binding = bindings[index]
      if binding.prefix == prefix { return binding.namespace }
      index -= 1
    }
    return prefix == NameHash() ? .core : usualNamespace(ofPrefix: prefix, at: offset)
  }

  @inline(never)
  private mutating func usualNamespace(ofPrefix prefix: NameHash, at offset: Int) -> Namespace {
    let usual = Namespace.byUsualPrefix[prefix] ?? .other
    if usual != .other, usual != .xml, undeclaredPrefix == nil { undeclaredPrefix = offset }
    return usual == coreNamespace ? .core : usual
  }

  /// Whether any prefix stands for the namespace, given as `Namespace.byURI` has it.
  func isBound(to uri: StaticString) -> Bool {
    let uri = NameHash(uri)
    return (0..<bindings.count).contains { bindings[$0].uri == uri }
  }

  /// Makes the root element's namespace the core one, whatever it is: feeds are written with all sorts of them. In an Atom
  /// feed that has none of its own, Atom's is it, which the children may have.
  mutating func adoptAsCore(prefix: NameHash, at offset: Int, isAtom: Bool) {
    let found = namespace(ofPrefix: prefix, at: offset)
    let namespace = isAtom && found == .core ? .atom : found
    guard namespace != .core, namespace != .rdf else { return }
    if namespace != .other { coreNamespace = namespace }
    coreURI = (0..<bindings.count).last { bindings[$0].prefix == prefix }.map { bindings[$0].uri }
    generation &+= 1
    for index in 0..<bindings.count {
      let binding = bindings[index]
      guard binding.uri == coreURI || binding.namespace == coreNamespace else { continue }
      bindings[index] = Binding(depth: binding.depth, prefix: binding.prefix, namespace: .core, uri: binding.uri)
    }
  }
}
