/// What the names of tags stand for where the same prefixes hold: feeds repeat a few, which need be looked up once.
struct KnownNames: ~Copyable {
  private struct Entry {
    var hash: UInt64 = 0
    /// Of the prefixes: see `NamespaceBindings.generation`. No bindings are of generation 0.
    var generation: UInt32 = 0
    var name: MarkupName?
    var namespace = Namespace.other
  }

  /// As a power of two. A name has two places, so that two that share one do not drive each other out.
  private static let size: UInt64 = 7
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: 1 << KnownNames.size)
    entries.initialize(repeating: Entry(), count: 1 << KnownNames.size)
  }

  deinit {
    entries.deallocate()
  }

  @inline(__always)
  func meaning(of hash: NameHash, generation: UInt32) -> (name: MarkupName?, namespace: Namespace)? {
    let place = hash.spread(overBits: KnownNames.size)
    var entry = entries + place
    if entry.pointee.hash != hash.value { entry = entries + (place ^ 1) }
    guard entry.pointee.hash == hash.value, entry.pointee.generation == generation else { return nil }
    return (entry.pointee.name, entry.pointee.namespace)
  }

  mutating func remember(_ hash: NameHash, generation: UInt32, as meaning: (name: MarkupName?, namespace: Namespace)) {
    var place = hash.spread(overBits: KnownNames.size)
    if entries[place].hash != hash.value, entries[place].generation == generation { place ^= 1 }
    entries[place] = Entry(hash: hash.value, generation: generation, name: meaning.name, namespace: meaning.namespace)
  }
}
