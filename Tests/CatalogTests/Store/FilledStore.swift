import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport

@testable import Catalog
@testable import ServiceLoop

/// A catalog's database with something in each table, and with a log that says the same.
final class FilledStore {
  static let tables = ServiceTables(
    migrations: [CatalogStore.migrations], check: StoreCheck.run, rebuild: CatalogRebuild.run)

  let folder: TemporaryDirectory
  let database: Database
  let store: CatalogStore
  let log: EventLog
  private(set) var feeds: [FeedRow] = []
  private var time: Int64 = 1_700_000_000_000

  /// Two podcasts with a file in common and a channel; what is withdrawn, pending, retired, renamed, merged and of a tenth
  /// revision; half of it is entered in the lists.
  init() throws {
    folder = try TemporaryDirectory()
    database = try Database(path: folder.path(of: "catalog.sqlite"))
    log = try EventLog(database: database, service: "catalog", now: { Timestamp(rawValue: 1_700_000_000_000) })
    store = try CatalogStore(database: database)
    _ = try log.transaction {
      for (number, kind) in [EntityKind.episode, .episode, .video].enumerated() {
        feeds.append(try makeFeed(number, kind))
      }
      var rows: [EntityRow] = []
      for number in 1...8 { rows.append(try add(number, to: feeds[0], .episode)) }
      for number in 1...4 {
        rows.append(try add(number, to: feeds[1], .episode, duplicateOf: number == 2 ? rows[1] : nil))
      }
      for number in 1...3 { rows.append(try add(number, to: feeds[2], .video)) }
      for revision in 2...25 { rows[2] = try update(rows[2], feeds[0], revision: revision) }
      rows[3] = try withdraw(rows[3], feeds[0])
      let pending = try store.add(
        feed: feeds[2].number, id: Self.id(9, feeds[2]), kind: .video, state: [.present, .pending],
        sequence: Position(0), revision: 0, order: 5, firstSeen: 5, file: nil, duplicateOf: nil, item: 999)
      try store.addName(.link, 77, of: pending)
      try retire(rows[4], feeds[0])
      try removeAsDuplicate(rows[11], feeds[1], of: rows[0])
      try store.addName(.link, 555, of: rows[5])
      try store.assign(key: 4_321, to: rows[5])
      try store.record(
        entity: rows[5].number,
        DecisionRow(time: Timestamp(rawValue: 5), document: 3, rule: "link", detail: Array("{}".utf8)))
      feeds[1].keepNewest = 100
      feeds[1].statedKind = .episode
      feeds[1].mergedInto = feeds[0].number
      try store.put(feeds[1])
      try store.stage(
        feed: feeds[0].id, document: 9, verb: "seen", item: "x", cause: "y", traceparent: nil,
        time: Timestamp(rawValue: 1), data: [])
      try store.willCommit()
    }
    let work = IndexWork(store: store, size: IndexWork.Size(chunk: 8, read: 100, look: 100, time: .seconds(1)))
    for _ in 0..<3 { try work.step() }
  }

  static func id(_ number: Int, _ feed: FeedRow) -> String {
    Identity.entityID(feedID: feed.id, identifier: "\(number)")
  }

  // MARK: Publishing

  private func makeFeed(_ number: Int, _ kind: EntityKind) throws -> FeedRow {
    var feed = try store.makeFeed(Identity.feedID(url: "https://feeds.example/\(number)"))
    feed.kind = kind
    feed.link = NameHash.link("https://example.org/")
    try store.put(feed)
    let place = try append(
      "added", "\(kind.collectionFamily)", feed.id, feed,
      [
        "changed": .list([]), "initial": .flag(true), "revision": .integer(1),
        "\(kind.collectionFamily)": .object(["id": .text(feed.id)]),
      ])
    try store.put(CollectionRow(feed: feed.number, kind: kind, added: place, sequence: place, revision: 1))
    return feed
  }

  private func item(_ number: Int, _ title: String? = nil) -> FeedItem {
    var item = FeedItem()
    item.identifier = "\(number)"
    item.title = title ?? "Title \(number)"
    item.link = number == 1 ? "https://example.org" : "https://example.org/\(number)"
    item.enclosures = [Enclosure(url: "https://media.example/\(number).mp3", type: "audio/mpeg", length: nil)]
    item.enclosureURL = item.enclosures?.first?.url
    item.publicationDate = Date(timeIntervalSince1970: TimeInterval(1_600_000_000 + number * 1_000))
    return item
  }

  private func add(
    _ number: Int, to feed: FeedRow, _ kind: EntityKind, duplicateOf root: EntityRow? = nil
  ) throws -> EntityRow {
    let id = Self.id(number, feed)
    let item = item(number)
    let seen = 1_600_005_000
    let place = try publish("added", id, feed, kind, item, 1, firstSeen: seen, root: root)
    let row = try store.add(
      feed: feed.number, id: id, kind: kind, state: [.present, .initial], sequence: place, revision: 1,
      order: min(seen, 1_600_000_000 + number * 1_000), firstSeen: seen,
      file: item.enclosureURL.map(NameHash.file), duplicateOf: root?.number, item: NameHash.item(id))
    try addNames(of: row, item)
    return row
  }

  private func addNames(of row: EntityRow, _ item: FeedItem) throws {
    try store.addName(.identifier, NameHash.identifier(item.identifier ?? ""), of: row)
    if let link = item.link, NameHash.link(link) != NameHash.link("https://example.org/") {
      try store.addName(.link, NameHash.link(link), of: row)
    }
    if let file = item.enclosureURL { try store.addName(.file, NameHash.file(file), of: row) }
    if let title = item.title, let date = item.publicationDate {
      try store.addName(.title, NameHash.title(title, date: date), of: row)
    }
  }

  private func update(_ row: EntityRow, _ feed: FeedRow, revision: Int) throws -> EntityRow {
    let item = item(3, "Title 3, \(revision)")
    var new = row
    new.sequence = try publish("updated", row.id, feed, row.kind, item, revision, firstSeen: row.firstSeen)
    new.revision = revision
    try store.noteRevision(
      entity: row.number,
      FormerRevision(
        revision: row.revision, time: Timestamp(rawValue: Int64(revision)), verb: "updated", changed: ["title"],
        former: Array("{}".utf8)))
    try store.put(new, was: row)
    try addNames(of: new, item)
    return new
  }

  private func withdraw(_ row: EntityRow, _ feed: FeedRow) throws -> EntityRow {
    var new = row
    new.sequence = try publish(
      "withdrawn", row.id, feed, row.kind, item(4), 2, firstSeen: row.firstSeen, withdrawn: true)
    new.revision = 2
    new.state.remove(.present)
    new.state.insert(.withdrawn)
    try store.put(new, was: row)
    return new
  }

  private func retire(_ row: EntityRow, _ feed: FeedRow) throws {
    _ = try append("removed", "\(row.kind.family)", row.id, feed, [:])
    var new = row
    new.state.insert(.retired)
    new.sequence = Position(0)
    try store.forgetHistory(entity: row.number)
    try store.put(new, was: row)
  }

  private func removeAsDuplicate(_ row: EntityRow, _ feed: FeedRow, of target: EntityRow) throws {
    _ = try append("removed", "\(row.kind.family)", row.id, feed, ["duplicateOf": .text(target.id)])
    try store.remove(row)
    try store.addAlias(id: row.id, target: target.id, targetFeed: target.feed, kind: target.kind)
  }

  private func publish(
    _ verb: String, _ id: String, _ feed: FeedRow, _ kind: EntityKind, _ item: FeedItem, _ revision: Int,
    firstSeen: Int, withdrawn: Bool = false, root: EntityRow? = nil
  ) throws -> Position {
    let seen = Date(timeIntervalSince1970: TimeInterval(firstSeen))
    var episode = Episode(id: id, podcastID: feed.id, item: item, withdrawn: withdrawn)
    episode.duplicateOf = root?.id
    let data =
      kind == .episode
      ? try BusCoder.encode(
        EpisodeEvent(episode: episode, revision: revision, changed: [], initial: true, firstSeen: seen))
      : try BusCoder.encode(
        VideoEvent(
          video: Video(id: id, channelID: feed.id, item: item, channel: nil, withdrawn: withdrawn), revision: revision,
          changed: [], initial: true, firstSeen: seen))
    return try append(verb, "\(kind.family)", id, feed, data: data)
  }

  private func append(
    _ verb: String, _ family: String, _ subject: String, _ feed: FeedRow, _ data: [String: AnyJSON]
  ) throws -> Position {
    try append(verb, family, subject, feed, data: try JSONEncoder().encode(data).map { $0 })
  }

  private func append(
    _ verb: String, _ family: String, _ subject: String, _ feed: FeedRow, data: [UInt8]
  ) throws -> Position {
    try log.append(
      EventDraft(
        family: family, topic: Topic(family: family, feed: feed.id, verb: verb), type: "castwire.\(family).\(verb).v1",
        subject: subject, partitionKey: feed.id, schema: "urn:castwire:schema:\(family):1", causationID: nil,
        traceparent: nil, data: data))
  }

  // MARK: Looking

  /// What the full check of the program finds.
  func findings() throws -> [String] {
    var findings: [String] = []
    _ = try FullCheck(database: database, service: "catalog", tables: Self.tables, found: { findings.append($0) }).run()
    return findings
  }

  /// `catalog check --rebuild`.
  func rebuild() throws {
    let command = DatabaseCommand(service: "catalog", folder: folder.path, tables: Self.tables)
    _ = try RebuildCommand(command: command).run(TerminalProgress())
  }

  /// All that tables hold, a line a row.
  func rows(of tables: [String]) throws -> [String] {
    var lines: [String] = []
    for table in tables {
      // What feeds hold at the moment is not the log's to say.
      let state = table == "entity" ? ", 'state', (SELECT state & 30 FROM entity WHERE number = t.number)" : ""
      let columns = try database.all("SELECT name FROM pragma_table_info(?1)", .text(table)) { $0.text(0) }
        .filter { !(table == "entity" && $0 == "state") }
      let list = columns.map { "'\($0)', quote(t.\($0))" }.joined(separator: ", ")
      lines += try database.all("SELECT json_array(\(list)\(state)) FROM \(table) AS t") { "\(table) \($0.text(0))" }
        .sorted()
    }
    return lines
  }
}
