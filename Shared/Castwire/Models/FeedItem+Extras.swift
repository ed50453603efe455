extension FeedItem {
  /// Holds what few items have, out of line. An item alone changes it: one that shares it makes a copy first.
  ///
  /// `@unchecked Sendable`: only `FeedItem` changes it, and only where `isKnownUniquelyReferenced` says that nobody else
  /// has it.
  @usableFromInline final class ExtrasBox: @unchecked Sendable {
    // Whoever changes it has the item to itself, and the item the box: that is checked there.
    @exclusivity(unchecked) @usableFromInline var extras = FeedItemExtras()

    @usableFromInline init() {}

    @usableFromInline init(_ extras: FeedItemExtras) {
      self.extras = extras
    }
  }

  /// What few items say; nil where this one says none of it.
  @inlinable
  public var extras: FeedItemExtras? {
    get { box?.extras }
    set { box = newValue.flatMap { $0.isEmpty ? nil : ExtrasBox($0) } }
  }

  /// Whether it says any of it.
  @inlinable
  public var hasExtras: Bool { box != nil }

  /// A field of `FeedItemExtras`, such as `item.transcripts`.
  @inlinable
  public subscript<Value>(dynamicMember field: WritableKeyPath<FeedItemExtras, Value?>) -> Value? {
    @inline(__always) get { box?.extras[keyPath: field] }
    @inline(__always) set {
      if newValue == nil, box?.extras[keyPath: field] == nil { return }
      let box = ownBox()
      box.extras[keyPath: field] = newValue
      if newValue == nil { dropEmptyBox() }
    }
    // In place: a list that is added to must not be copied for it.
    @inline(__always) _modify {
      let box = ownBox()
      defer { if box.extras[keyPath: field] == nil { dropEmptyBox() } }
      yield &box.extras[keyPath: field]
    }
  }

  /// The box for a change: nobody else has it.
  @usableFromInline
  mutating func ownBox() -> ExtrasBox {
    if isKnownUniquelyReferenced(&box), let box { return box }
    let own = if let box { ExtrasBox(box.extras) } else { ExtrasBox() }
    box = own
    return own
  }

  @usableFromInline
  mutating func dropEmptyBox() {
    if box?.extras.isEmpty == true { box = nil }
  }
}

extension FeedItem.ExtrasBox: Hashable {
  @usableFromInline static func == (left: FeedItem.ExtrasBox, right: FeedItem.ExtrasBox) -> Bool {
    left === right || left.extras == right.extras
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(extras)
  }
}

/// The fields, in place of the class.
extension FeedItem.ExtrasBox: CustomReflectable {
  @usableFromInline var customMirror: Mirror { Mirror(reflecting: extras) }
}
