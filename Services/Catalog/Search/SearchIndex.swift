internal import CastwireBus
internal import Foundation
internal import ServiceLoop
internal import Storage

/// Answers `search` from the index that the worker keeps, with the entities as the log has them.
///
/// It reads index and log through connections of its own: the log's is at a moment after the index's, so that what the
/// index knows of is there.
///
/// `@unchecked Sendable`: `open` is changed on the reading thread alone, while `lock` is held; another thread reads it
/// only while that is held.
final class SearchIndex: @unchecked Sendable {
  struct Parameters: Codable {
    let text: String
    let kinds: [String]?
    let feed: String?
    let before: String?
    let limit: Int?
  }

  /// How much is found, of each kind.
  struct Counts: Codable, Equatable {
    let episodes: Int
    let videos: Int
    let photos: Int
    /// False where there is more than was counted.
    let isExact: Bool
  }

  private struct Item: Encodable {
    let kind: String
    let feed: String
    let entity: RawJSON
    let snippet: Snippet
  }

  private struct Open {
    let index: Database
    let file: FileIdentity
    let log: CommittedLog
  }

  /// The newest so many that are found are counted.
  static let mostCounted = 1_000
  /// So many places are looked at together at most.
  private static let mostInPiece = 256

  private let worker: SearchWorker
  private let service: String
  private let scanner = WordScanner()
  private let lock = NSLock()
  private var open: Open?

  init(_ worker: SearchWorker) {
    self.worker = worker
    service = worker.service
  }

  /// Ends what is being searched, with an error.
  func interrupt() {
    lock.withLock {
      open?.index.interrupt()
      open?.log.database.interrupt()
    }
  }

  /// Finds what has all words of a text.
  ///
  /// - Throws: `RequestError`, of code `unavailable` where the index cannot be read.
  func find(_ parameters: Parameters) throws -> [UInt8] {
    let kinds = try parameters.kinds?.map { name throws(RequestError) in
      guard let kind = SearchDocument.Kind(name: name) else {
        throw RequestError(.badRequest, "\"kinds\" are episode, video and photo, not '\(name)'")
      }
      return kind
    }
    var query = try SearchQuery(
      parameters.text, kinds: Set(kinds ?? []), feed: parameters.feed, scanner: scanner)
    let page = try ListPage(limit: parameters.limit)
    let start = try parameters.before.map { try Place(cursor: $0) } ?? Place(rank: .title, place: .max)
    if let trouble = worker.trouble { throw Self.unavailable(trouble) }
    do {
      let open = try connection()
      return try open.index.reading {
        guard try SearchStore.version(of: open.index) > 0 else { throw Self.unavailable("it is being made") }
        let state = try SearchStore.State(open.index)
        try query.lookUp { try Self.words(beginningWith: $0, limit: $1, open.index) }
        return try open.log.database.reading {
          try open.log.refresh()
          return try result(of: query, from: start, page, state, open)
        }
      }
    } catch let error as RequestError {
      throw error
    } catch {
      close()
      if worker.isOfNoUse(error) {
        worker.remake(because: "\(error)")
      } else {
        // It may be that it was deleted: the worker sees to that.
        worker.wake()
      }
      throw Self.unavailable("\(error)")
    }
  }

  /// What no letter is greater than.
  private static let end = "\u{10FFFF}"

  private static func words(beginningWith prefix: String, limit: Int, _ index: Database) throws -> [String] {
    try index.all(
      "SELECT text FROM word WHERE text >= ?1 AND text < ?2 ORDER BY text LIMIT ?3", .text(prefix),
      .text(prefix + end), .integer(Int64(limit))
    ) { $0.text(0) }
  }

  private static func unavailable(_ reason: String) -> RequestError {
    RequestError(.unavailable, "search is not available at the moment: \(reason)")
  }

  private func connection() throws -> Open {
    let file = try FileIdentity(of: worker.path)
    if let open, open.file == file { return open }
    close()
    let made = Open(
      index: try Database(path: worker.path, access: .reading), file: file,
      log: try CommittedLog(database: Database(path: worker.catalogPath, access: .reading), service: service))
    lock.withLock { open = made }
    return made
  }

  private func close() {
    lock.withLock { open = nil }
  }

  // MARK: The page

  /// Where a page ends: within the documents of a rank, which are in the order of their places.
  private struct Place {
    var rank: SearchQuery.Rank
    var place: Int

    init(rank: SearchQuery.Rank, place: Int) {
      (self.rank, self.place) = (rank, place)
    }

    init(cursor: String) throws(RequestError) {
      let parts = cursor.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let rank = Int(parts[0]).flatMap(SearchQuery.Rank.init), let place = Int(parts[1]) else {
        throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(cursor)")
      }
      self.init(rank: rank, place: place)
    }
  }

  /// A document that was found.
  private struct Found {
    let place: Int
    let kind: SearchDocument.Kind
    let sequence: Position
    let entity: [UInt8]
  }

  private func result(
    of query: SearchQuery, from start: Place, _ page: ListPage, _ state: SearchStore.State, _ open: Open
  ) throws -> [UInt8] {
    var page = page
    // One more than the page holds says whether there is more.
    let pieceCount = min(page.limit + 1, Self.mostInPiece)
    ranks: for rank in query.ranks where rank.rawValue >= start.rank.rawValue {
      var place = rank == start.rank ? start.place : Int.max
      while true {
        let piece = try piece(query, rank, before: place, count: pieceCount, open.index)
        for found in piece.documents {
          guard let item = try item(found, query, open.log) else { continue }
          guard page.add(item, cursor: "\(rank.rawValue):\(found.place)") else { break ranks }
        }
        guard let last = piece.last else { break }
        place = last
      }
    }
    return page.json(beside: [
      "counts": try BusCoder.encode(try counts(query, open.index)),
      "indexedTo": try BusCoder.encode(state.cursor), "complete": Array("\(state.isComplete)".utf8),
    ])
  }

  /// The next documents of a rank.
  ///
  /// - Returns: `last` is where to go on; nil at the end.
  private func piece(
    _ query: SearchQuery, _ rank: SearchQuery.Rank, before place: Int, count limit: Int, _ index: Database
  ) throws -> (documents: [Found], last: Int?) {
    let (table, expression) = rank == .whole ? ("whole", query.whole) : ("heading", query.heading(rank))
    var documents: [Found] = []
    var last = place
    var count = 0
    // The words lead to the documents, never the other way.
    try index.forEach(
      """
      SELECT found.place, entity, kind, sequence FROM (
        SELECT rowid AS place FROM \(table) WHERE \(table) MATCH ?1 AND rowid < ?2 ORDER BY rowid DESC LIMIT ?3
      ) AS found CROSS JOIN document ON document.place = found.place ORDER BY found.place DESC
      """, .text(expression), .integer(Int64(place)), .integer(Int64(limit))
    ) { row in
      count += 1
      last = row.integer(0)
      guard !row.isNull(1), let kind = SearchDocument.Kind(rawValue: row.integer(2)) else { return true }
      documents.append(Found(place: last, kind: kind, sequence: row.position(3), entity: row.blob(1)))
      return true
    }
    if rank == .whole, !documents.isEmpty {
      let better = Set(
        try index.all(
          "SELECT rowid FROM heading WHERE heading MATCH ?1 AND rowid BETWEEN ?2 AND ?3",
          .text(query.fitting(.heading)), .integer(Int64(last)), .integer(Int64(documents[0].place))
        ) { $0.integer(0) })
      documents.removeAll { better.contains($0.place) }
    }
    return (documents, count < limit ? nil : last)
  }

  /// - Returns: nil where the log has nothing left of the document.
  private func item(_ found: Found, _ query: SearchQuery, _ log: CommittedLog) throws -> [UInt8]? {
    let event =
      try log.event(at: found.sequence)
      ?? log.successor(family: found.kind.name, subject: SearchStore.id(found.entity))
    guard let event, let entity = event.member(found.kind.member) else { return nil }
    let texts = try SearchDocument.texts(of: event, found.kind)
    return try BusCoder.encode(
      Item(
        kind: found.kind.name, feed: event.partitionKey, entity: try RawJSON(entity),
        snippet: Snippet(of: texts, for: query, scanner: scanner)))
  }

  private func counts(_ query: SearchQuery, _ index: Database) throws -> Counts {
    var counts: [Int: Int] = [:]
    var looked = 0
    try index.forEach(
      """
      SELECT kind FROM (
        SELECT rowid AS place FROM whole WHERE whole MATCH ?1 ORDER BY rowid DESC LIMIT ?2
      ) AS found CROSS JOIN document ON document.place = found.place
      """, .text(query.whole), .integer(Int64(Self.mostCounted + 1))
    ) { row in
      looked += 1
      if looked <= Self.mostCounted { counts[row.integer(0), default: 0] += 1 }
      return true
    }
    func count(_ kind: SearchDocument.Kind) -> Int { counts[kind.rawValue] ?? 0 }
    return Counts(
      episodes: count(.episode), videos: count(.video), photos: count(.photo), isExact: looked <= Self.mostCounted)
  }
}
