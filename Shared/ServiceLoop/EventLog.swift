internal import Foundation
public import CastwireBus
public import Storage

/// The ordered log of the events that a service has published: numbered without a hole, in order of commit.
///
/// It owns the service's transactions, since what is in memory of the log must follow what is committed.
public final class EventLog: ReadableLog {
  /// An event that is committed and not sent yet.
  package struct Published {
    /// What it is sent under.
    package let topic: Topic
    /// The event as it was committed.
    package let json: [UInt8]
  }

  /// What of the log is in memory.
  private struct State {
    struct Family: Hashable {
      var head = Position(0)
      /// The bytes of all its events ever.
      var size = 0
    }

    var head = Position(0)
    var families: [String: Family] = [:]
    var lastTime = Timestamp(rawValue: 0)

    var heads: [String: Position] {
      families.mapValues(\.head)
    }
  }

  /// The connection that the log is read through.
  public let database: Database
  /// The service that publishes it: `catalog`.
  public let service: String
  /// The log's id: a UUID in lower case.
  public private(set) var id: String
  /// `castwire://SERVICE/LOG`
  public private(set) var source: String
  /// The ids that the log had before it was put back from a copy.
  public private(set) var formerIDs: Set<String>
  /// How far it is compacted.
  var progress: CompactionProgress
  /// Where it is written down how far the log was published; nil for a log that nobody publishes.
  var identity: IdentityFile?
  private let now: () -> Timestamp
  private let isStopping: () -> Bool
  private var state = State()
  /// What of `state` is committed.
  private var committed = State()
  /// Called before each event is appended, and before each that is applied: what must not wait for the end of a long transaction.
  var whileWorking: () throws -> Void = {}
  /// Whether types end their subjects, of those that were appended: there are few, and each has many events.
  private var endings: [String: Bool] = [:]
  /// Whether the clock on the wall is believed, as far as is known: nothing is taken for old while it is not.
  public internal(set) var isClockTrusted = true
  /// What the open transaction has appended. Not in `State`, so that each part of a transaction does not copy it.
  private var published: [Published] = []

  /// Opens a service's log, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - now: the clock on the wall.
  ///   - isStopping: asked before each event; once true, work that is under way is undone.
  /// - Throws: `DatabaseError`, `NewerDatabaseError`, `ForeignDatabaseError`.
  public init(
    database: Database, service: String, now: @escaping () -> Timestamp, isStopping: @escaping () -> Bool = { false }
  ) throws {
    self.database = database
    self.service = service
    self.now = now
    self.isStopping = isStopping
    try Self.migrations.apply(to: database)
    let stored = try database.first("SELECT id, service FROM log") { ($0.text(0), $0.optionalText(1)) }
    if let owner = stored?.1, owner != service {
      throw ForeignDatabaseError(path: database.path, owner: owner, service: service)
    }
    id = stored?.0 ?? Self.newID()
    source = "castwire://\(service)/\(id)"
    if stored == nil {
      try database.run("INSERT INTO log (id, service) VALUES (?1, ?2)", .text(id), .text(service))
    } else if stored?.1 == nil {
      try database.run("UPDATE log SET service = ?1", .text(service))
    }
    formerIDs = Set(try database.all("SELECT id FROM former_log") { $0.text(0) })
    progress = try CompactionProgress(database: database)
    try database.forEach("SELECT name, head, size FROM family") { row in
      let head = row.position(1)
      state.families[row.text(0)] = State.Family(head: head, size: row.integer(2))
      state.head = max(state.head, head)
      return true
    }
    state.lastTime =
      try database.first("SELECT time FROM event ORDER BY sequence DESC LIMIT 1") { row in
        Timestamp(rawValue: Int64(row.integer(0)))
      } ?? state.lastTime
    committed = state
  }

  /// The newest event; 0 for an empty log.
  public var head: Position {
    state.head
  }

  /// The first position from which nothing was dropped that no later event replaced.
  public var oldest: Position {
    progress.oldest
  }

  /// The log's time when `oldest` came to stand where it is.
  public var dropped: Timestamp {
    progress.dropped
  }

  /// The newest event of each family.
  var heads: [String: Position] {
    state.heads
  }

  /// The time of the newest event; 0 for an empty log.
  var lastTime: Timestamp {
    state.lastTime
  }

  /// The bytes of all events that the log ever had.
  var size: Int {
    state.families.values.reduce(0) { $0 + $1.size }
  }

  /// The log's time: it never goes back, whatever the clock does.
  var logTime: Timestamp {
    max(now(), state.lastTime)
  }

  /// The log's time where the clock on the wall can be believed about how old things are; nil where it cannot. A service that
  /// was down for more than a day cannot tell that for another day (`RetentionClock`).
  ///
  /// - Parameter steady: what the clock says that cannot be set.
  public func trustedTime(steady: ContinuousClock.Instant) -> Timestamp? {
    var clock = progress.clock
    let now = now()
    return clock.look(now, steady: steady, lastTime: state.lastTime) ? now : nil
  }

  /// What `$head` says: of an open transaction nothing.
  var headMessage: Head {
    Head(log: id, head: committed.head, oldest: oldest, time: now(), heads: committed.heads)
  }

  /// Runs `work` in a transaction and commits it with all events that it appended.
  ///
  /// - Returns: these events, to be sent.
  /// - Throws: what `work` or the commit throws; then nothing has happened, but after a failed commit only the
  ///   database knows whether it has.
  package func transaction(_ work: () throws -> Void) throws -> [Published] {
    let before = state
    do {
      try database.transaction {
        try work()
        for (name, family) in state.families where family != committed.families[name] {
          try database.run(
            "INSERT OR REPLACE INTO family (name, head, size) VALUES (?1, ?2, ?3)", .text(name),
            .integer(Int64(family.head.rawValue)), .integer(Int64(family.size)))
        }
      }
    } catch {
      state = before
      published = []
      throw error
    }
    committed = state
    defer { published = [] }
    // Before anything of it is sent: whoever has heard of an event can rely on the file to know of it.
    if !published.isEmpty { try identity?.note(head: state.head, time: state.lastTime) }
    return published
  }

  /// Runs a part of the open transaction such that a throw undoes this part alone.
  @discardableResult
  package func attempt<Result>(_ work: () throws -> Result) throws -> Result {
    let (before, count) = (state, published.count)
    do {
      return try database.savepoint(work)
    } catch {
      state = before
      published.removeSubrange(count...)
      throw error
    }
  }

  /// Whether what was to be taken in is to blame for an error, and not the disk or the end of the service.
  package static func isFault(_ error: any Error) -> Bool {
    switch error {
    case is StoppingError: false
    case let error as DatabaseError: !error.isEnvironmental
    default: true
    }
  }

  /// Puts an event at the end, in the open transaction. It is sent once that is committed.
  ///
  /// - Returns: its position.
  /// - Throws: `EventTooLargeError`, `StoppingError`, `DatabaseError`.
  @discardableResult
  public func append(_ draft: EventDraft) throws -> Position {
    try working()
    let sequence = state.head.next
    let time = logTime
    var family = state.families[draft.family] ?? State.Family()
    let json = draft.json(source: source, sequence: sequence, previous: family.head, time: time)
    guard json.count <= Limits.eventSize else {
      throw EventTooLargeError(type: draft.type, subject: draft.subject, size: json.count)
    }
    try database.run(
      "INSERT INTO event (sequence, time, family, feed, subject, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .integer(Int64(sequence.rawValue)), .integer(time.rawValue), .text(draft.family), .text(draft.partitionKey),
      .text(draft.subject), .blob(json))
    if isEnding(draft.type) {
      try database.run(
        "INSERT INTO ending (sequence, time) VALUES (?1, ?2)", .integer(Int64(sequence.rawValue)),
        .integer(time.rawValue))
    }
    state.head = sequence
    family.head = sequence
    family.size += json.count
    state.families[draft.family] = family
    state.lastTime = time
    published.append(Published(topic: draft.topic, json: json))
    return sequence
  }

  /// To be called in the midst of work that appends nothing for long: `$head` goes on, and whoever wants the service to end
  /// need not wait.
  ///
  /// - Throws: `StoppingError`.
  public func working() throws {
    if isStopping() { throw StoppingError() }
    try whileWorking()
  }

  private func isEnding(_ type: String) -> Bool {
    if let isEnding = endings[type] { return isEnding }
    endings[type] = Self.isEnding(type: type)
    return endings[type] == true
  }

  /// Writes what is there already: throws where nothing can be written.
  func probe() throws {
    try database.run("UPDATE log SET id = ?1", .text(id))
  }

  /// The time of the event at a position, or nil where there is none.
  func time(at position: Position) throws -> Timestamp? {
    try database.first("SELECT time FROM event WHERE sequence = ?1", .integer(Int64(position.rawValue))) { row in
      Timestamp(rawValue: Int64(row.integer(0)))
    }
  }

  // MARK: Identity

  /// Gives the log a new id: it was put back from a copy, and its positions may have meant other events.
  func renew() throws {
    let new = Self.newID()
    try database.transaction {
      try database.run("INSERT OR IGNORE INTO former_log (id) VALUES (?1)", .text(id))
      try database.run("UPDATE log SET id = ?1", .text(new))
    }
    formerIDs.insert(id)
    id = new
    source = "castwire://\(service)/\(id)"
    try identity?.write(log: id, head: head, time: lastTime)
  }

  private static func newID() -> String {
    UUID().uuidString.lowercased()
  }
}

/// The service is about to end; what was under way is undone and will be done after the next start.
public struct StoppingError: Error, Sendable {
  /// For a handler that ends its service.
  public init() {}
}

/// An event of more than 1 MiB.
public struct EventTooLargeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The event's type.
  public let type: String
  /// The id of what it is about.
  public let subject: String
  /// In bytes.
  public let size: Int

  /// The error in words, for a person.
  public var description: String {
    "\(type) about \(subject) has \(size) bytes; an event holds at most \(Limits.eventSize)"
  }
}
