/// A text that might become an item's title, description or content: kept as it was found until the item is whole, so
/// that only what is chosen is worked on.
struct TextCandidate {
  enum Kind {
    /// Text that is text, whatever it looks like.
    case plain
    /// HTML.
    case html
    /// RSS does not say: text, unless it has tags.
    case unknown
  }

  let raw: RawText
  let kind: Kind
  /// What relative links in it are relative to.
  let base: URLBase?
  /// The higher rank is chosen first; of equal ones the first.
  let rank: Int
}

/// The candidates for one text, best first.
struct Candidates {
  /// More than formats have ways to say the same thing.
  private static let limit = 12

  private(set) var list: [TextCandidate] = []

  var isEmpty: Bool { list.isEmpty }

  mutating func offer(_ candidate: consuming TextCandidate) {
    guard !candidate.raw.isEmpty else { return }
    // By number: a candidate is large for a copy.
    guard let index = list.indices.first(where: { list[$0].rank < candidate.rank }) else {
      if list.count < Candidates.limit { list.append(candidate) }
      return
    }
    if list.count == Candidates.limit { list.removeLast() }
    list.insert(candidate, at: index)
  }

  /// Keeps its working space.
  mutating func removeAll() {
    list.removeAll(keepingCapacity: true)
  }
}

/// One value of several that a document offers for the same thing.
struct Best<Value> {
  private(set) var value: Value?
  private var rank = Int.min

  /// Takes a value of a higher rank; of an equal one the first stays.
  mutating func offer(_ value: Value?, rank: Int) {
    guard let value, rank > self.rank else { return }
    (self.value, self.rank) = (value, rank)
  }

  /// The value, which is of no more use here: a copy would count a reference to it.
  mutating func take() -> Value? {
    value.take()
  }

  /// Takes a value of a higher or equal rank: the last that the document gives.
  mutating func replace(_ value: Value?, rank: Int) {
    guard let value, rank >= self.rank else { return }
    (self.value, self.rank) = (value, rank)
  }
}
