/// The files of the newest entities: what does not stand among the marks yet, by `NameHash.file`.
///
/// It may name entities that have another file by now or were never committed; whoever asks looks at their rows.
struct MarkTail {
  private var first: [Int64: Int] = [:]
  /// The entities beside the first, where several have one file.
  private var others: [Int64: [Int]] = [:]

  mutating func add(_ hash: Int64, _ number: Int) {
    if let known = first[hash] {
      if known != number, others[hash]?.contains(number) != true { others[hash, default: []].append(number) }
    } else {
      first[hash] = number
    }
  }

  func numbers(of hash: Int64) -> [Int] {
    guard let number = first[hash] else { return [] }
    return [number] + (others[hash] ?? [])
  }

  /// Forgets those that stand among the marks.
  mutating func drop(upTo number: Int) {
    let left = first.filter { $0.value > number || others[$0.key] != nil }
    let leftOthers = others
    (first, others) = ([:], [:])
    for (hash, number_) in left where number_ > number { add(hash, number_) }
    for (hash, numbers) in leftOthers { for other in numbers where other > number { add(hash, other) } }
  }
}
