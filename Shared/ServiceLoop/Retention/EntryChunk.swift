internal import CastwireBus

/// Events that are to be entered in `newest`, many at once and in the order in which that lies on the disk.
///
/// Subjects are UUIDs, and one after the other each would change a page of its own; in order, those of one page change it
/// together. The chunk is entered over several steps; a service that ends meanwhile enters it once more.
struct EntryChunk {
  /// An event to be entered.
  struct Entry {
    let subject: CompactionStore.Subject
    let sequence: Position
  }

  /// An entry in 32 bytes, since there are many.
  private struct Packed {
    let family: Int
    /// The subject, where it is a UUID; else its first bytes, and the rest stands in `otherSubjects`.
    let high: UInt64
    let low: UInt64
    let sequence: Position
  }

  /// So many events are entered together. In a log of a million subjects several then fall on each page.
  static let mostEntries = 50_000

  /// The last event that was taken in.
  private(set) var end: Position
  private var entries: [Packed] = []
  private var families: [String] = []
  private var otherSubjects: [Position: String] = [:]
  private var entered: Int?

  /// - Parameter position: the last event that is entered already.
  init(after position: Position) {
    end = position
  }

  /// Whether all that belongs to the chunk was taken in, so that it can be entered.
  var isSorted: Bool {
    entered != nil
  }

  /// Takes in events in the order of the log.
  mutating func add(_ rows: [CompactionStore.Row]) {
    for row in rows {
      let (family, subject) = (row.subject.family, row.subject.subject)
      let halves = UUIDText.halves(of: subject)
      if halves == nil { otherSubjects[row.sequence] = subject }
      entries.append(
        Packed(
          family: number(of: family), high: halves?.high ?? Self.prefix(of: subject), low: halves?.low ?? 0,
          sequence: row.sequence))
      end = row.sequence
    }
  }

  private mutating func number(of family: String) -> Int {
    if let number = families.firstIndex(of: family) { return number }
    families.append(family)
    return families.count - 1
  }

  /// How many events it holds.
  var count: Int {
    entries.count
  }

  /// Whether it holds as much as it may.
  var isFull: Bool {
    count >= Self.mostEntries
  }

  mutating func sort() {
    // Of one subject the later event comes later, and so is what stays.
    entries.sort { ($0.family, $0.high, $0.low, $0.sequence) < ($1.family, $1.high, $1.low, $1.sequence) }
    entered = 0
  }

  /// The next events in order, at most so many; none once all were given.
  func next(_ limit: Int) -> [Entry] {
    guard let entered else { return [] }
    return entries[entered..<min(entered + limit, entries.count)].map { entry in
      let subject = otherSubjects[entry.sequence] ?? UUIDText.text(high: entry.high, low: entry.low)
      return Entry(
        subject: CompactionStore.Subject(family: families[entry.family], subject: subject), sequence: entry.sequence)
    }
  }

  /// The next events are entered.
  mutating func removeNext(_ count: Int) {
    if let entered { self.entered = entered + count }
  }

  /// Whether all events are entered.
  var isDone: Bool {
    entered == entries.count
  }

  /// The first eight bytes, which bring neighbours together.
  private static func prefix(of text: String) -> UInt64 {
    var prefix: UInt64 = 0
    var count = 0
    for byte in text.utf8.prefix(8) {
      prefix = prefix << 8 | UInt64(byte)
      count += 1
    }
    return prefix << UInt64(8 * (8 - count))
  }
}
