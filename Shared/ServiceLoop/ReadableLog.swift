public import CastwireBus
public import Storage

/// A log as far as it can be read: by its owner, and by whoever has a connection that reads alone.
public protocol ReadableLog: AnyObject {
  /// The connection that the log is read through.
  var database: Database { get }
  /// The service that publishes it: `catalog`.
  var service: String { get }
  /// The log's id: a UUID in lower case.
  var id: String { get }
  /// The ids that the log had before it was put back from a copy.
  var formerIDs: Set<String> { get }
  /// The newest event; 0 for an empty log.
  var head: Position { get }
  /// The first position from which nothing was dropped that no later event replaced.
  var oldest: Position { get }
  /// The log's time when `oldest` came to stand where it is.
  var dropped: Timestamp { get }
}

extension ReadableLog {
  /// The event at a position, or nil where there is none.
  public func event(at position: Position) throws -> Event? {
    let json = try database.first(
      "SELECT json FROM event WHERE sequence = ?1", .integer(Int64(position.rawValue)), make: { $0.blob(0) })
    return try json.map { try Event(json: current($0)) }
  }

  /// The event that took a dropped one's place: of what it is about the newest, as far as compaction has come.
  ///
  /// - Returns: nil where nothing is left of it.
  public func successor(family: String, subject: String) throws -> Event? {
    let position = try database.first(
      "SELECT sequence FROM newest WHERE family = ?1 AND subject = ?2", .text(family), .text(subject),
      make: { $0.position(0) })
    return try position.flatMap { try event(at: $0) }
  }

  /// Where the newest event about something is; nil where there is none, and where it is an ending that was dropped.
  ///
  /// What compaction has not entered yet is looked through, the newest first: about a thousand events on a service that
  /// has time, and at most some hundred thousand under load.
  public func newest(family: String, subject: String) throws -> Position? {
    let indexed = try CompactionProgress(database: database).indexed
    let recent = try database.first(
      "SELECT sequence FROM event WHERE sequence > ?1 AND subject = ?2 AND family = ?3 ORDER BY sequence DESC LIMIT 1",
      .integer(Int64(indexed.rawValue)), .text(subject), .text(family), make: { $0.position(0) })
    if let recent { return recent }
    return try database.first(
      "SELECT sequence FROM newest WHERE family = ?1 AND subject = ?2", .text(family), .text(subject),
      make: { $0.position(0) })
  }

  /// A stored event as the log tells it now: with the log's present id in its source, which is as long as any other.
  func current(_ json: [UInt8]) -> [UInt8] {
    guard !formerIDs.isEmpty else { return json }
    // The source stands near the beginning; an id in what a feed says is left alone.
    let prefix = Array("\"castwire://\(service)/".utf8)
    let envelope = json.prefix(200)
    guard let range = envelope.firstRange(of: prefix) else { return json }
    var json = json
    let place = range.upperBound..<min(range.upperBound + id.utf8.count, json.count)
    guard formerIDs.contains(String(decoding: json[place], as: UTF8.self)) else { return json }
    json.replaceSubrange(place, with: id.utf8)
    return json
  }
}

/// A service's log as it is committed, through a connection of its own that reads alone.
public final class CommittedLog: ReadableLog {
  /// The connection that the log is read through.
  public let database: Database
  /// The service that publishes it: `catalog`.
  public let service: String
  /// The log's id: a UUID in lower case.
  public private(set) var id = ""
  /// The ids that the log had before it was put back from a copy.
  public private(set) var formerIDs: Set<String> = []
  /// The newest event; 0 for an empty log.
  public private(set) var head = Position(0)
  /// The first position from which nothing was dropped that no later event replaced.
  public private(set) var oldest = Position(1)
  /// The log's time when `oldest` came to stand where it is.
  public private(set) var dropped = Timestamp(rawValue: 0)

  /// - Parameter database: a connection to the service's database.
  package init(database: Database, service: String) throws {
    self.database = database
    self.service = service
    try refresh()
  }

  /// Looks how far the log is. To be called in the transaction that reads from it.
  package func refresh() throws {
    id = try database.first("SELECT id FROM log") { $0.text(0) } ?? ""
    formerIDs = Set(try database.all("SELECT id FROM former_log") { $0.text(0) })
    head = try database.first("SELECT coalesce(max(head), 0) FROM family") { $0.position(0) } ?? Position(0)
    let progress = try CompactionProgress(database: database)
    (oldest, dropped) = (progress.oldest, progress.dropped)
  }
}
