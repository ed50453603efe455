internal import CastwireBus
internal import Storage

/// Answers `replay` from a service's log: stored bytes, a page at a time.
struct Replay {
  struct Parameters: Codable {
    let log: String?
    let after: Position
    let afterTime: Timestamp?
    let families: [String]?
    let feed: String?
    let limit: Int?
    let consumer: String?
  }

  struct PageResult: Encodable {
    let log: String
    let scannedTo: Position
    let scannedTime: Timestamp
    let head: Position
    let oldest: Position
    let more: Bool
    let complete: Bool
  }

  struct TruncatedResult: Encodable {
    let log: String
    let oldest: Position
    let head: Position
  }

  private let parameters: Parameters

  init(_ request: Request) throws(RequestError) {
    parameters = try request.decode(Parameters.self)
    if let limit = parameters.limit, !(1...Limits.maximumPageCount).contains(limit) {
      throw RequestError(.badRequest, "\"limit\" is from 1 to \(Limits.maximumPageCount)")
    }
  }

  /// The name that the asker gives itself, and how far it has come.
  var consumer: (name: String, after: Position)? {
    parameters.consumer.map { ($0, parameters.after) }
  }

  func reply(from log: EventLog, complete: Bool) throws -> Reply {
    guard try !isTruncated(log) else {
      let result = TruncatedResult(log: log.id, oldest: log.oldest, head: log.head)
      return .truncated(result: try BusCoder.encode(result))
    }
    let page = try page(of: log)
    let result = PageResult(
      log: log.id, scannedTo: page.scannedTo, scannedTime: page.scannedTime, head: log.head, oldest: log.oldest,
      more: page.scannedTo < log.head, complete: complete)
    return .ok(result: try BusCoder.encode(result), events: page.events)
  }

  private func isTruncated(_ log: EventLog) throws -> Bool {
    if let name = parameters.log, name != log.id { return true }
    if parameters.after > log.head { return true }
    if parameters.after > Position(0), parameters.after.next < log.oldest { return true }
    if let afterTime = parameters.afterTime, let time = try time(of: log, atOrBefore: parameters.after) {
      return time > afterTime
    }
    return false
  }

  private func page(of log: EventLog) throws -> (events: [[UInt8]], scannedTo: Position, scannedTime: Timestamp) {
    let limit = parameters.limit ?? Limits.pageCount
    var sql = "SELECT sequence, json FROM event WHERE sequence > ?1"
    var values: [Value] = [.integer(Int64(parameters.after.rawValue))]
    if let feed = parameters.feed {
      values.append(.text(feed))
      sql += " AND feed = ?\(values.count)"
    }
    if let families = parameters.families, !families.isEmpty {
      // One value for all of them, so that neither their number nor the limit makes another statement to keep.
      values.append(.text(String(decoding: try BusCoder.encode(families), as: UTF8.self)))
      sql += " AND family IN (SELECT value FROM json_each(?\(values.count)))"
    }
    values.append(.integer(Int64(limit + 1)))
    sql += " ORDER BY sequence LIMIT ?\(values.count)"
    var events: [[UInt8]] = []
    var size = 0
    var last = parameters.after
    var isCut = false
    try log.database.forEach(sql, values: values) { row in
      let next = size + row.byteCount(1)
      guard events.count < limit, events.isEmpty || next <= Limits.pageSize else {
        isCut = true
        return false
      }
      last = Position(UInt64(row.integer(0)))
      events.append(row.blob(1))
      size = next
      return true
    }
    // What comes after the last match was looked at, too, and held nothing that was asked for.
    let scannedTo = isCut ? last : log.head
    return (events, scannedTo, try time(of: log, atOrBefore: scannedTo) ?? Timestamp(rawValue: 0))
  }

  private func time(of log: EventLog, atOrBefore position: Position) throws -> Timestamp? {
    try log.database.first(
      "SELECT time FROM event WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1",
      .integer(Int64(position.rawValue)), make: { Timestamp(rawValue: Int64($0.integer(0))) })
  }
}
