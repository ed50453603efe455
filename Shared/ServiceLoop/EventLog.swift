internal import Foundation
public import CastwireBus
public import Storage

/// The ordered log of the events that a service has published: numbered without a hole, in order of commit.
///
/// It owns the service's transactions, since what is in memory of the log must follow what is committed.
public final class EventLog {
  /// An event that is committed and not sent yet.
  struct Published {
    let topic: Topic
    let json: [UInt8]
  }

  /// What of the log is in memory.
  private struct State {
    var head = Position(0)
    var heads: [String: Position] = [:]
    var lastTime = Timestamp(rawValue: 0)
    var changedFamilies: Set<String> = []
  }

  private static let migrations = Migrations(
    component: "log",
    steps: [
      """
      CREATE TABLE log (id TEXT NOT NULL);
      CREATE TABLE family (name TEXT PRIMARY KEY, head INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE event (
        sequence INTEGER PRIMARY KEY, time INTEGER NOT NULL, family TEXT NOT NULL, feed TEXT NOT NULL,
        subject TEXT NOT NULL, json BLOB NOT NULL
      );
      """
    ])

  let database: Database
  /// The log's id: a UUID in lower case.
  public let id: String
  /// `castwire://SERVICE/LOG`
  public let source: String
  private let now: () -> Timestamp
  private let isStopping: () -> Bool
  private var state = State()
  /// What of `state` is committed.
  private var committed = State()
  /// Called before each event is appended: what must not wait for the end of a long transaction.
  var whileWorking: () throws -> Void = {}
  /// What the open transaction has appended. Not in `State`, so that each part of a transaction does not copy it.
  private var published: [Published] = []

  /// Opens a service's log, and makes it where there is none.
  ///
  /// - Parameters:
  ///   - now: the clock on the wall.
  ///   - isStopping: asked before each event; once true, work that is under way is undone.
  public init(
    database: Database, service: String, now: @escaping () -> Timestamp, isStopping: @escaping () -> Bool = { false }
  ) throws {
    self.database = database
    self.now = now
    self.isStopping = isStopping
    try Self.migrations.apply(to: database)
    if let id = try database.first("SELECT id FROM log", make: { $0.text(0) }) {
      self.id = id
    } else {
      id = UUID().uuidString.lowercased()
      try database.run("INSERT INTO log (id) VALUES (?1)", .text(id))
    }
    source = "castwire://\(service)/\(id)"
    if let (sequence, time) = try database.first(
      "SELECT sequence, time FROM event ORDER BY sequence DESC LIMIT 1", make: { ($0.integer(0), $0.integer(1)) })
    {
      state.head = Position(UInt64(sequence))
      state.lastTime = Timestamp(rawValue: Int64(time))
    }
    try database.forEach("SELECT name, head FROM family") { row in
      state.heads[row.text(0)] = Position(UInt64(row.integer(1)))
      return true
    }
    committed = state
  }

  /// The newest event; 0 for an empty log.
  public var head: Position {
    state.head
  }

  /// The first position from which nothing was dropped.
  public var oldest: Position {
    Position(1)
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
  func transaction(_ work: () throws -> Void) throws -> [Published] {
    let before = state
    do {
      try database.transaction {
        try work()
        for family in state.changedFamilies {
          try database.run(
            "INSERT OR REPLACE INTO family (name, head) VALUES (?1, ?2)", .text(family),
            .integer(Int64((state.heads[family] ?? Position(0)).rawValue)))
        }
      }
    } catch {
      state = before
      published = []
      throw error
    }
    state.changedFamilies = []
    committed = state
    defer { published = [] }
    return published
  }

  /// Runs a part of the open transaction such that a throw undoes this part alone.
  func attempt(_ work: () throws -> Void) throws {
    let (before, count) = (state, published.count)
    do {
      try database.savepoint(work)
    } catch {
      state = before
      published.removeSubrange(count...)
      throw error
    }
  }

  /// Puts an event at the end, in the open transaction. It is sent once that is committed.
  ///
  /// - Returns: its position.
  /// - Throws: `EventTooLargeError`, `StoppingError`, `DatabaseError`.
  @discardableResult
  public func append(_ draft: EventDraft) throws -> Position {
    if isStopping() { throw StoppingError() }
    try whileWorking()
    let sequence = state.head.next
    let time = max(now(), state.lastTime)
    let json = draft.json(
      source: source, sequence: sequence, previous: state.heads[draft.family] ?? Position(0), time: time)
    guard json.count <= Limits.eventSize else {
      throw EventTooLargeError(type: draft.type, subject: draft.subject, size: json.count)
    }
    try database.run(
      "INSERT INTO event (sequence, time, family, feed, subject, json) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .integer(Int64(sequence.rawValue)), .integer(time.rawValue), .text(draft.family), .text(draft.partitionKey),
      .text(draft.subject), .blob(json))
    state.head = sequence
    state.heads[draft.family] = sequence
    state.lastTime = time
    state.changedFamilies.insert(draft.family)
    published.append(Published(topic: draft.topic, json: json))
    return sequence
  }

  /// Writes what is there already: throws where nothing can be written.
  func probe() throws {
    try database.run("UPDATE log SET id = ?1", .text(id))
  }

  /// The event at a position, or nil where there is none.
  public func event(at position: Position) throws -> Event? {
    let json = try database.first(
      "SELECT json FROM event WHERE sequence = ?1", .integer(Int64(position.rawValue)), make: { $0.blob(0) })
    return try json.map { try Event(json: $0) }
  }
}

/// The service is about to end; what was under way is undone and will be done after the next start.
public struct StoppingError: Error, Sendable {}

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
