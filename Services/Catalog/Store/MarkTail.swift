/// The files of the newest entities: what does not stand among the marks yet, by `NameHash.file`.
///
/// It may name entities that have another file by now or were never committed; whoever asks looks at their rows.
struct MarkTail {
  /// Entities whose numbers follow one another, so that many are forgotten at once.
  private struct Segment {
    static let size = 10_000

    var first: [Int64: Int] = [:]
    /// The entities beside the first, where several have one file.
    var others: [Int64: [Int]] = [:]
  }

  /// So many files that nobody has any more are not kept.
  static let mostFormer = 10_000

  private var segments: [Int: Segment] = [:]
  private var formerCount = 0

  /// Whether it names so much that is not so any more that it is to be read anew.
  var isStale: Bool {
    formerCount > Self.mostFormer
  }

  /// - Parameter hasFormer: whether the entity had another file before, which is left here: that it has no more may be
  ///   undone.
  mutating func add(_ mark: Mark, hasFormer: Bool = false) {
    if hasFormer { formerCount += 1 }
    var segment = segments.removeValue(forKey: mark.number / Segment.size) ?? Segment()
    if let first = segment.first[mark.hash] {
      // One may come twice; to look for it among many with one file would take long.
      if first != mark.number, segment.others[mark.hash]?.last != mark.number {
        segment.others[mark.hash, default: []].append(mark.number)
      }
    } else {
      segment.first[mark.hash] = mark.number
    }
    segments[mark.number / Segment.size] = segment
  }

  /// Whether an entity has a file, or had it.
  func names(_ hash: Int64) -> Bool {
    segments.values.contains { $0.first[hash] != nil }
  }

  /// Entities with a file, at most so many.
  func numbers(of hash: Int64, limit: Int) -> [Int] {
    var numbers: [Int] = []
    for (_, segment) in segments.sorted(by: { $0.key < $1.key }) where numbers.count < limit {
      guard let first = segment.first[hash] else { continue }
      numbers.append(first)
      numbers += segment.others[hash]?.prefix(limit - numbers.count) ?? []
    }
    return numbers
  }

  /// Forgets those that stand among the marks, except some that are not worth looking for.
  mutating func drop(upTo number: Int) {
    segments = segments.filter { ($0.key + 1) * Segment.size > number + 1 }
  }
}
