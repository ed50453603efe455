internal import ServiceLoop
internal import Storage

/// Enters entities in the lists of all feeds and among the marks of files, behind what is taken in: many at once, in the order
/// in which the tables lie on the disk, and a small step at a time.
///
/// Until then they are found by their numbers, one after the other. A service that ends in between begins the chunk again.
final class IndexWork {
  /// So many entities are not left waiting.
  static let backlog = 30_000
  /// So many may wait for good.
  static let few = 1_000
  /// With so many waiting, steps take half of the service's time and not a quarter.
  static let urgentBacklog = 100_000
  /// After so long without a new entity what waits is entered, unless it is few.
  static let patience = Duration.seconds(10)

  /// How much is done at once.
  struct Size {
    /// So many entities are entered together, at some 50 bytes of memory each.
    var chunk = 30_000
    /// So many rows are read between two looks at the clock.
    var read = 500
    /// So many are written.
    var look = 32
    /// A step takes so long, with its commit a little longer.
    var time = Duration.milliseconds(4)
  }

  private let store: CatalogStore
  private let size: Size
  private let clock = ContinuousClock()
  private var chunk: IndexChunk?
  /// How far the tables were at the last step; nil before the first.
  private var listed: Int?
  private var newest = 0
  private var newestSince: ContinuousClock.Instant
  private var nextStep: ContinuousClock.Instant

  init(store: CatalogStore, size: Size = Size()) {
    (self.store, self.size) = (store, size)
    newestSince = clock.now
    nextStep = newestSince
  }

  /// When there is something to do; nil as long as there is not.
  var due: ContinuousClock.Instant? {
    guard let listed else { return nextStep }
    if let number = store.newestEntity, number > newest {
      newest = number
      newestSince = clock.now
    }
    let waiting = newest - listed
    if chunk != nil || waiting >= Self.backlog { return nextStep }
    return waiting > Self.few ? max(nextStep, newestSince + Self.patience) : nil
  }

  /// Does one step, in a transaction of its own. A loss of power may undo it, as it can be done again.
  func step() throws {
    let start = clock.now
    let progress = try store.progress()
    newest = try store.newestNumber()
    // What it was may have been undone.
    store.newestEntity = nil
    guard listed != nil else {
      // Only now it is known how much waits.
      listed = progress.listed
      return
    }
    var next = chunk ?? IndexChunk(after: progress.listed, capacity: size.chunk)
    // Where this fails, the chunk is begun again.
    chunk = nil
    let isDone = try store.database.relaxedTransaction {
      next.isSorted
        ? try store.enter(from: &next, size, until: start + size.time)
        : try store.read(into: &next, size, until: start + size.time)
    }
    if isDone {
      store.changedWhileEntering = nil
      store.tail?.drop(upTo: next.end)
      listed = next.end
    } else {
      chunk = next
      listed = progress.listed
    }
    let took = clock.now - start
    nextStep = clock.now + (newest - progress.listed >= Self.urgentBacklog ? took : took * 3)
  }
}

/// What a step does.
extension CatalogStore {
  func newestNumber() throws -> Int {
    try database.first("SELECT max(number) FROM entity") { $0.integer(0) } ?? 0
  }

  /// Takes entities into a chunk that is not whole yet, and sorts it once it is.
  ///
  /// - Returns: whether there is nothing to enter.
  func read(into chunk: inout IndexChunk, _ size: IndexWork.Size, until deadline: ContinuousClock.Instant) throws
    -> Bool
  {
    if changedWhileEntering == nil || chunk.end == chunk.start { changedWhileEntering = [] }
    var isWhole = false
    repeat {
      let limit = min(size.read, chunk.room)
      let before = chunk.room
      try database.forEach(
        "SELECT number, kind, state, ordering, file FROM entity NOT INDEXED WHERE number > ?1 ORDER BY number LIMIT ?2",
        .number(chunk.end), .number(limit)
      ) { row in
        let number = row.integer(0)
        let isPublished = EntityState(rawValue: row.integer(2)).isPublished
        chunk.add(
          number: number,
          isPublished ? ListEntry(kind: row.integer(1), order: row.integer(3), number: number) : nil,
          isPublished ? row.optionalHash(4).map { Mark(hash: $0, number: number) } : nil)
        return true
      }
      isWhole = chunk.room == 0 || before - chunk.room < limit
    } while !isWhole && ContinuousClock.now < deadline
    guard isWhole else { return false }
    try chunk.sort(changed: changedWhileEntering ?? []) { try entity(number: $0) }
    changedWhileEntering = []
    try database.run("UPDATE progress SET entering = max(entering, ?1)", .number(chunk.end))
    return chunk.end == chunk.start
  }

  private static let listingInsert = BulkInsert(
    "INSERT OR IGNORE INTO listing (kind, ordering, number)", columns: 3)
  private static let markInsert = BulkInsert("INSERT OR IGNORE INTO mark (hash, number)", columns: 2)

  /// Enters what it can of a chunk.
  ///
  /// - Returns: whether that was the rest.
  func enter(from chunk: inout IndexChunk, _ size: IndexWork.Size, until deadline: ContinuousClock.Instant) throws
    -> Bool
  {
    repeat {
      var (lists, marks): ([Value], [Value]) = ([], [])
      for _ in 0..<size.look {
        guard let entry = chunk.next() else { break }
        switch entry {
        case .list(var entry):
          if changedWhileEntering?.contains(entry.number) == true {
            guard let present = try self.entity(number: entry.number).flatMap(ListEntry.init) else { continue }
            entry = present
          }
          lists += [.number(entry.kind), .number(entry.order), .number(entry.number)]
        case .mark(var mark):
          if changedWhileEntering?.contains(mark.number) == true {
            guard let present = try self.entity(number: mark.number).flatMap(Mark.init) else { continue }
            mark = present
          }
          marks += [.integer(mark.hash), .number(mark.number)]
        }
      }
      try Self.listingInsert.run(database, lists)
      try Self.markInsert.run(database, marks)
      // A clock is not worth asking for each row.
      if !chunk.isEntered, ContinuousClock.now >= deadline { return false }
    } while !chunk.isEntered
    try database.run("UPDATE progress SET listed = ?1", .number(chunk.end))
    return true
  }
}
