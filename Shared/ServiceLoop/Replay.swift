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
    let service: String?
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

  /// So many positions are looked at for a page of a part of the log: where that part is small, the search for its next
  /// event must not keep all others waiting.
  static let scanCount: UInt64 = 50_000

  private let parameters: Parameters

  init(_ request: Request) throws(RequestError) {
    parameters = try request.decode(Parameters.self)
    if let limit = parameters.limit, !(1...Limits.maximumPageCount).contains(limit) {
      throw RequestError(.badRequest, "\"limit\" is from 1 to \(Limits.maximumPageCount)")
    }
  }

  /// Sees to it that the asker has come to the service that it means: with another's log it would start over and drop
  /// what it has.
  func check(service: String) throws(RequestError) {
    guard let meant = parameters.service, meant != service else { return }
    throw RequestError(.refused, "this is \(service), and '\(meant)' is asked for: the address is another service's")
  }

  /// The name that the asker gives itself, and how far it has come.
  var consumer: (name: String, after: Position)? {
    parameters.consumer.map { ($0, parameters.after) }
  }

  /// Whether the asker has seen an event of this log that the log does not have: then the log was put back from a copy,
  /// and is to take a new id. Only a whole cursor proves that.
  func isProofOfRestore(of log: some ReadableLog) throws -> Bool {
    guard parameters.log == log.id, let afterTime = parameters.afterTime, parameters.after > Position(0) else {
      return false
    }
    return try parameters.after > log.head || isLater(log, than: afterTime)
  }

  /// - Parameter scanCount: how many positions are looked at where not all of the log is asked for.
  func reply(from log: some ReadableLog, complete: Bool, scanCount: UInt64 = Self.scanCount) throws -> Reply {
    guard try !isTruncated(log) else {
      let result = TruncatedResult(log: log.id, oldest: log.oldest, head: log.head)
      return .truncated(result: try BusCoder.encode(result))
    }
    let page = try page(of: log, scanCount)
    let result = PageResult(
      log: log.id, scannedTo: page.scannedTo, scannedTime: page.scannedTime, head: log.head, oldest: log.oldest,
      more: page.scannedTo < log.head, complete: complete)
    return .ok(result: try BusCoder.encode(result), events: page.events)
  }

  private func isTruncated(_ log: some ReadableLog) throws -> Bool {
    if let name = parameters.log, name != log.id { return true }
    if parameters.after > log.head { return true }
    if isBeyondOldest(parameters.after, log), !hasSeenDrops(log) { return true }
    if let afterTime = parameters.afterTime { return try isLater(log, than: afterTime) }
    return false
  }

  private func isBeyondOldest(_ position: Position, _ log: some ReadableLog) -> Bool {
    position > Position(0) && position.next < log.oldest
  }

  /// A replay from 0 comes through what lies beyond `oldest`, too, and misses nothing where it began after the last
  /// drop: its subjects had nothing else left then. Its pages say so by their `scannedTime`, which comes back.
  private func hasSeenDrops(_ log: some ReadableLog) -> Bool {
    parameters.afterTime.map { $0 >= log.dropped } ?? false
  }

  private func isLater(_ log: some ReadableLog, than afterTime: Timestamp) throws -> Bool {
    try time(of: log, atOrBefore: parameters.after).map { $0 > afterTime } ?? false
  }

  private func page(
    of log: some ReadableLog, _ scanCount: UInt64
  ) throws -> (events: [[UInt8]], scannedTo: Position, scannedTime: Timestamp) {
    let limit = parameters.limit ?? Limits.pageCount
    let after = parameters.after.rawValue
    let isForAll = parameters.feed == nil && parameters.families?.isEmpty != false
    let end = isForAll ? log.head : min(log.head, Position(min(after, log.head.rawValue) + scanCount))
    var sql = "SELECT sequence, json FROM event WHERE sequence > ?1 AND sequence <= ?2"
    var values: [Value] = [.integer(Int64(after)), .integer(Int64(end.rawValue))]
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
      last = row.position(0)
      events.append(log.current(row.blob(1)))
      size = next
      return true
    }
    // What comes after the last match was looked at, too, and held nothing that was asked for.
    let scannedTo = isCut ? last : end
    let time = try time(of: log, atOrBefore: scannedTo) ?? Timestamp(rawValue: 0)
    return (events, scannedTo, isBeyondOldest(scannedTo, log) ? max(time, log.dropped) : time)
  }

  private func time(of log: some ReadableLog, atOrBefore position: Position) throws -> Timestamp? {
    try log.database.first(
      "SELECT time FROM event WHERE sequence <= ?1 ORDER BY sequence DESC LIMIT 1",
      .integer(Int64(position.rawValue)), make: { Timestamp(rawValue: Int64($0.integer(0))) })
  }
}
