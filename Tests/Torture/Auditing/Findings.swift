/// What differs, told up to a bound and counted beyond it.
struct Findings {
  private static let bound = 10

  let subject: String
  private(set) var lines: [String] = []
  private(set) var count = 0

  init(_ subject: String) {
    self.subject = subject
  }

  mutating func add(_ words: @autoclosure () -> String) {
    count += 1
    if count <= Self.bound { lines.append("\(subject): \(words())") }
    if count == Self.bound + 1 { lines.append("\(subject): and more like these") }
  }

  /// Adds each key of which the two say something else.
  mutating func compare<Key: Hashable & Comparable, Value: Equatable>(
    _ what: String, expected: [Key: Value], actual: [Key: Value]
  ) {
    for key in Set(expected.keys).union(actual.keys).sorted() {
      switch (expected[key], actual[key]) {
      case (let wanted?, let found?) where wanted != found: add("\(what) \(key) is \(found) and should be \(wanted)")
      case (let wanted?, nil): add("\(what) \(key) is missing; it should be \(wanted)")
      case (nil, let found?): add("\(what) \(key) should not be there; it is \(found)")
      default: break
      }
    }
  }
}
