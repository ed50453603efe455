public import CastwireBus

extension Event {
  /// `episode.added` and the like: the family and the verb, and the whole type where it has none.
  public var name: String {
    familyAndVerb.map { "\($0.family).\($0.verb)" } ?? type
  }
}
