internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Answers what is asked of one entity beside what it is: since when it is known, why it is what it is, and what it was
/// before.
struct EntityQueries {
  struct RevisionList: Codable {
    let id: String
    let before: String?
    let limit: Int?
  }

  private let store: CatalogStore
  private let log: any ReadableLog

  init(store: CatalogStore, log: any ReadableLog) {
    self.store = store
    self.log = log
  }

  /// What of an entity is no field of it.
  private struct Circumstances: Encodable {
    let kind: String
    let feed: String
    let revision: Int
    /// When its newest event was published.
    let time: Timestamp
    let firstSeen: Date
    /// What lists are ordered by.
    let order: Date
    /// Whether the feed's newest document holds it.
    let present: Bool
  }

  /// An entity of whichever kind. Where its id leads to another, that one.
  func entity(_ request: Request) throws -> [UInt8] {
    let found = try entityOrSuccessor(try request.decode(CatalogQueries.ByID.self).id)
    let row = found.row
    let head = try BusCoder.encode(
      Circumstances(
        kind: "\(row.kind.family)", feed: found.feed, revision: row.revision, time: found.event.time,
        firstSeen: Date(timeIntervalSince1970: Double(row.firstSeen)),
        order: Date(timeIntervalSince1970: Double(row.order)), present: row.state.contains(.present)))
    return head.with("entity", try found.json)
  }

  /// What was decided about an entity, the oldest first.
  func decisions(_ request: Request) throws -> [UInt8] {
    let found = try entityOrSuccessor(try request.decode(CatalogQueries.ByID.self).id)
    let decisions = try store.decisions(entity: found.row.number).map { decision in
      let head = try BusCoder.encode(DecisionHead(decision))
      return decision.detail.map { head.dropLast() + ($0.count > 2 ? [UInt8(ascii: ",")] : []) + $0.dropFirst() }
        ?? head
    }
    let head = try BusCoder.encode(["kind": "\(found.row.kind.family)", "entity": found.row.id])
    return head.with(
      "decisions", [UInt8(ascii: "[")] + decisions.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
  }

  private struct DecisionHead: Encodable {
    let time: Timestamp
    /// Nil where no document asked for it.
    let document: Int?
    let rule: String

    init(_ decision: DecisionRow) {
      time = decision.time
      document = decision.document > 0 ? decision.document : nil
      rule = decision.rule
    }
  }

  /// The revisions of an entity, the newest first: as many as are kept.
  func revisions(_ kind: EntityKind, _ request: Request) throws -> [UInt8] {
    let parameters = try request.decode(RevisionList.self)
    var page = try ListPage(limit: parameters.limit)
    guard let before = parameters.before.map(Int.init) ?? Int.max else {
      throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(parameters.before ?? "")")
    }
    let found = try entity(parameters.id, kind)
    try ShownRevision.forEach(of: found, former: try store.revisions(entity: found.row.number)) { revision in
      guard revision.number < before else { return true }
      return page.add(try revision.json, cursor: "\(revision.number)")
    }
    return page.json
  }

  // MARK: What is asked for

  /// The entity of an id.
  ///
  /// - Throws: `RequestError`, which says so where the id leads to another.
  func entity(_ id: String, _ kind: EntityKind) throws -> FoundEntity {
    if let found = try FoundEntity(id, [kind], store: store, log: log) { return found }
    if let alias = try store.alias(id: id) {
      throw RequestError(.notFound, "\(kind.family) \(id) is \(alias.target) now: two feeds were one")
    }
    throw RequestError(.notFound, "there is no \(kind.family) \(id)")
  }

  private func entityOrSuccessor(_ id: String) throws -> FoundEntity {
    if let found = try FoundEntity(id, EntityKind.allCases, store: store, log: log) { return found }
    if let alias = try store.alias(id: id),
      let found = try FoundEntity(alias.target, [alias.kind], store: store, log: log)
    {
      return found
    }
    throw RequestError(.notFound, "there is no episode, video or photo \(id)")
  }
}

extension [UInt8] {
  /// This object with one member more.
  ///
  /// - Parameter name: without characters that JSON escapes.
  func with(_ name: StaticString, _ value: [UInt8]) -> [UInt8] {
    dropLast() + (count > 2 ? "," : "").utf8 + "\"\(name)\":".utf8 + value + [UInt8(ascii: "}")]
  }
}
