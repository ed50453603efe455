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
    fileprivate let family: Int
    fileprivate let prefix: UInt64
  }

  /// So many events are entered together, at some 150 bytes of memory each.
  static let mostEntries = 10_000

  /// The last event that was taken in.
  private(set) var end: Position
  private var entries: [Entry] = []
  private var families: [String: Int] = [:]
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
      let family = families[row.subject.family] ?? families.count
      families[row.subject.family] = family
      entries.append(
        Entry(
          subject: row.subject, sequence: row.sequence, family: family, prefix: Self.prefix(of: row.subject.subject)))
      end = row.sequence
    }
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
    entries.sort { ($0.family, $0.prefix, $0.sequence) < ($1.family, $1.prefix, $1.sequence) }
    entered = 0
  }

  /// The next event in order; nil once all were given.
  mutating func next() -> Entry? {
    guard let place = entered, place < entries.count else { return nil }
    entered = place + 1
    return entries[place]
  }

  /// Whether all events were given.
  var isDone: Bool {
    entered == entries.count
  }

  /// The first eight bytes, which are enough of a UUID to bring neighbours together.
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
