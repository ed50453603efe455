/// Entities that are to be entered, in the order of the two tables.
struct IndexChunk {
  private let capacity: Int
  private(set) var end: Int
  let start: Int
  private(set) var isSorted = false
  private var count = 0
  private var entries: [ListEntry] = []
  private var marks: [Mark] = []
  private var entered = 0

  /// - Parameters:
  ///   - number: the last entity that is entered already.
  ///   - capacity: how many entities it takes.
  init(after number: Int, capacity: Int) {
    (start, end, self.capacity) = (number, number, capacity)
  }

  /// How many more it takes.
  var room: Int {
    capacity - count
  }

  mutating func add(number: Int, _ entry: ListEntry?, _ mark: Mark?) {
    count += 1
    end = number
    if let entry { entries.append(entry) }
    if let mark { marks.append(mark) }
  }

  /// Brings it in order.
  ///
  /// - Parameters:
  ///   - changed: what was changed since it was read.
  ///   - row: gives an entity as it is.
  mutating func sort(changed: Set<Int>, row: (Int) throws -> EntityRow?) rethrows {
    entries.removeAll { changed.contains($0.number) }
    marks.removeAll { changed.contains($0.number) }
    for number in changed where number > start && number <= end {
      guard let row = try row(number) else { continue }
      if let entry = ListEntry(row) { entries.append(entry) }
      if let mark = Mark(row) { marks.append(mark) }
    }
    entries.sort { ($0.kind, $0.order, $0.number) < ($1.kind, $1.order, $1.number) }
    marks.sort { ($0.hash, $0.number) < ($1.hash, $1.number) }
    isSorted = true
  }

  /// Whether all were given.
  var isEntered: Bool {
    entered >= entries.count + marks.count
  }

  enum Entry {
    case list(ListEntry)
    case mark(Mark)
  }

  /// The next one in order; nil once all were given.
  mutating func next() -> Entry? {
    defer { entered += 1 }
    if entered < entries.count { return .list(entries[entered]) }
    let place = entered - entries.count
    return place < marks.count ? .mark(marks[place]) : nil
  }
}
