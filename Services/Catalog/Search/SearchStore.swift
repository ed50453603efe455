internal import CastwireBus
internal import Foundation
internal import ServiceLoop
internal import Storage

/// The search index as its one writer has it: a file beside the catalog's database, which is made from the catalog's log
/// and may be deleted at any time.
///
/// No text is kept, only which words are in which document. So what was indexed of a document cannot be taken out: where
/// its words change, it becomes another one, and the dead one is passed over until the index is made anew.
final class SearchStore {
  /// Of the tables and of what words are. A file of another is made anew.
  private static let version = 2
  /// So many documents may be of the same second before one of them is entered as of the next.
  private static let placesOfASecond = 256

  private static let schema = """
    CREATE TABLE state (
      log TEXT NOT NULL, sequence INTEGER NOT NULL, complete INTEGER NOT NULL, live INTEGER NOT NULL,
      dead INTEGER NOT NULL
    );
    CREATE TABLE document (
      place INTEGER PRIMARY KEY, entity BLOB, kind INTEGER NOT NULL, sequence INTEGER NOT NULL, digest INTEGER NOT NULL
    );
    CREATE TABLE known (
      entity BLOB NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, PRIMARY KEY (entity, kind)
    ) WITHOUT ROWID;
    CREATE TABLE word (text TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE VIRTUAL TABLE heading USING fts5 (
      source, title, author, content = '', detail = column, columnsize = 0, prefix = '2 3', tokenize = 'ascii'
    );
    CREATE VIRTUAL TABLE whole USING fts5 (
      words, content = '', detail = none, columnsize = 0, prefix = '2 3', tokenize = 'ascii'
    );
    INSERT INTO whole (whole, rank) VALUES ('hashsize', 4194304);
    """
  /// In bytes. Documents lie in the order of their dates and are known by ids, so that a batch of them changes a page for
  /// nearly each; and what FTS5 writes at a time is made for pages of this size.
  private static let pageSize = 4_096

  /// What the index holds.
  struct State: Equatable {
    /// The log's id.
    var log: String
    /// How far the log is taken in.
    var cursor: Position
    /// Whether it ever came to the log's head.
    var isComplete: Bool
    /// How many documents can be found.
    var live: Int
    /// How many are passed over.
    var dead: Int

    /// Reads it from an index.
    init(_ database: Database) throws {
      let state = try database.first("SELECT log, sequence, complete, live, dead FROM state") { row in
        State(
          log: row.text(0), cursor: row.position(1), isComplete: row.integer(2) == 1, live: row.integer(3),
          dead: row.integer(4))
      }
      guard let state else { throw UnusableIndexError(reason: "it does not say how far it is") }
      self = state
    }

    init(log: String, cursor: Position, isComplete: Bool, live: Int, dead: Int) {
      (self.log, self.cursor, self.isComplete, self.live, self.dead) = (log, cursor, isComplete, live, dead)
    }

    /// Why the index is of no use for a log; nil where it is.
    func misfit(_ log: some ReadableLog) -> String? {
      if self.log != log.id { return "it is of another log" }
      if cursor > log.head { return "it is further than the log" }
      // Of what ended its subject and was dropped since, nothing is left in the log.
      if cursor > Position(0), cursor.next < log.oldest { return "it is further back than the log reaches" }
      return nil
    }
  }

  let database: Database
  /// The file as it was opened.
  let file: FileIdentity
  private(set) var state: State
  private let scanner = WordScanner()
  /// The hashes of words that are in the table `word`.
  private var knownWords: Set<Int> = []
  /// The first place that may be free, of seconds that had several documents.
  private var freePlaces: [Int: Int] = [:]
  /// What the open transaction adds: stored at its end, in the order in which each table lies on the disk.
  private var added: [Added] = []
  private var addedPlaces: Set<Int> = []
  private var newWords: [String] = []

  private struct Added {
    let place: Int
    let entity: [UInt8]
    let sequence: Position
    let kind: SearchDocument.Kind
    let document: SearchDocument
  }

  /// Opens the index, and makes it where there is none.
  ///
  /// - Throws: `UnusableIndexError` for one of another version.
  init(path: String, log: String) throws {
    let database = try Database(path: path, pageSize: Self.pageSize)
    // The commits are few and large, and none of them waits for the disk.
    try database.execute("PRAGMA wal_autocheckpoint = 8000")
    database.keepLogOnClose()
    switch try Self.version(of: database) {
    case Self.version:
      break
    case 0 where try database.first("SELECT count(*) FROM sqlite_master", make: { $0.integer(0) }) == 0:
      try database.relaxedTransaction {
        try database.execute(Self.schema)
        try database.run("INSERT INTO state VALUES (?1, 0, 0, 0, 0)", .text(log))
        try database.execute("PRAGMA user_version = \(Self.version)")
      }
    case let other:
      throw UnusableIndexError(reason: "it is of version \(other), and this program writes \(Self.version)")
    }
    self.database = database
    state = try State(database)
    file = try FileIdentity(of: path)
  }

  /// The version of an index; 0 while it is being made.
  static func version(of database: Database) throws -> Int {
    try database.first("PRAGMA user_version") { $0.integer(0) } ?? 0
  }

  /// Deletes an index.
  static func remove(_ path: String) throws {
    // The file first: without it, what lies beside it is never taken for another's.
    for suffix in ["", "-wal", "-shm", "-journal"] { try DurableFile.remove(path + suffix) }
  }

  // MARK: Taking in

  /// Takes in events in the order of the log, in one transaction.
  ///
  /// - Parameters:
  ///   - scannedTo: how far the log was read for them.
  ///   - reachesHead: whether that is all there is.
  ///   - putAside: gets what is wrong with an event that cannot be read.
  func apply(_ events: [Event], scannedTo: Position, reachesHead: Bool, putAside: (String) -> Void) throws {
    var next = state
    next.cursor = scannedTo
    next.isComplete = state.isComplete || reachesHead
    do {
      try database.relaxedTransaction {
        for change in Self.newest(events) { try apply(change, &next, putAside) }
        try storeAdded()
        try database.run(
          "UPDATE state SET sequence = ?1, complete = ?2, live = ?3, dead = ?4",
          .integer(Int64(next.cursor.rawValue)), .flag(next.isComplete), .integer(Int64(next.live)),
          .integer(Int64(next.dead)))
      }
    } catch {
      freePlaces = [:]
      knownWords = []
      (added, addedPlaces, newWords) = ([], [], [])
      throw error
    }
    state = next
  }

  private static let documentInsert = BulkInsert(
    "INSERT INTO document (place, entity, kind, sequence, digest)", columns: 5)
  private static let knownInsert = BulkInsert("INSERT INTO known (entity, kind, place)", columns: 3)
  private static let wordInsert = BulkInsert("INSERT OR IGNORE INTO word (text)", columns: 1)

  private func storeAdded() throws {
    // FTS5, too, ends a piece of its index wherever a place is before the last one.
    added.sort { $0.place < $1.place }
    try Self.documentInsert.run(
      database,
      added.flatMap { added -> [Value] in
        [
          .integer(Int64(added.place)), .blob(added.entity), .integer(Int64(added.kind.rawValue)),
          .integer(Int64(added.sequence.rawValue)), .integer(added.document.digest),
        ]
      })
    for added in added { try index(added.document, at: added.place) }
    added.sort { $0.entity.lexicographicallyPrecedes($1.entity) }
    try Self.knownInsert.run(
      database,
      added.flatMap { added -> [Value] in
        [.blob(added.entity), .integer(Int64(added.kind.rawValue)), .integer(Int64(added.place))]
      })
    try Self.wordInsert.run(database, newWords.sorted().map { .text($0) })
    (added, addedPlaces, newWords) = ([], [], [])
  }

  private struct Change {
    let event: Event
    let kind: SearchDocument.Kind
    /// Whether nothing but a count changed, by this event and all before it.
    var isCountAlone: Bool
    let isEnd: Bool
  }

  /// Of each document what the last of its events says.
  private static func newest(_ events: [Event]) -> [Change] {
    var changes: [Change?] = []
    var places: [String: Int] = [:]
    for event in events {
      guard let (family, verb) = event.familyAndVerb, let kind = SearchDocument.Kind(name: family) else { continue }
      var change = Change(event: event, kind: kind, isCountAlone: verb == "viewed", isEnd: verb == "removed")
      if let former = places.updateValue(changes.count, forKey: "\(kind.rawValue)\(event.subject)") {
        change.isCountAlone = change.isCountAlone && changes[former]?.isCountAlone == true
        changes[former] = nil
      }
      changes.append(change)
    }
    return changes.compactMap(\.self)
  }

  private func apply(_ change: Change, _ state: inout State, _ putAside: (String) -> Void) throws {
    let (event, kind) = (change.event, change.kind)
    let entity = Self.key(event.subject)
    let sequence = Value.integer(Int64(event.sequence.rawValue))
    let known = try database.first(
      "SELECT place, digest FROM known CROSS JOIN document USING (place) WHERE known.entity = ?1 AND known.kind = ?2",
      .blob(entity), .integer(Int64(kind.rawValue))
    ) { (place: $0.integer(0), digest: Int64($0.integer(1))) }
    if change.isEnd {
      if let known { try bury(known.place, entity, kind, &state) }
      return
    }
    func advance(_ place: Int) throws {
      try database.run("UPDATE document SET sequence = ?2 WHERE place = ?1", .integer(Int64(place)), sequence)
    }
    if let known, change.isCountAlone { return try advance(known.place) }
    let document: SearchDocument
    do {
      document = try SearchDocument(event, kind, scanner: scanner)
    } catch {
      return putAside("\(event.type) \(event.sequence) cannot be searched for: \(error)")
    }
    if let known {
      if known.digest == document.digest { return try advance(known.place) }
      try bury(known.place, entity, kind, &state)
    }
    added.append(
      Added(
        place: try freePlace(document.order), entity: entity, sequence: event.sequence, kind: kind, document: document))
    state.live += 1
  }

  /// Its place stays taken: its words are still there.
  private func bury(_ place: Int, _ entity: [UInt8], _ kind: SearchDocument.Kind, _ state: inout State) throws {
    try database.run(
      "DELETE FROM known WHERE entity = ?1 AND kind = ?2", .blob(entity), .integer(Int64(kind.rawValue)))
    try database.run(
      "UPDATE document SET entity = NULL, kind = 0, sequence = 0, digest = 0 WHERE place = ?1", .integer(Int64(place)))
    state.live -= 1
    state.dead += 1
  }

  private func index(_ document: SearchDocument, at place: Int) throws {
    try database.run(
      "INSERT INTO heading (rowid, source, title, author) VALUES (?1, ?2, ?3, ?4)", .integer(Int64(place)),
      .text(document.source), .text(document.title), .text(document.author))
    let words = [document.source, document.title, document.author, document.description].joined(separator: " ")
    try database.run("INSERT INTO whole (rowid, words) VALUES (?1, ?2)", .integer(Int64(place)), .text(words))
    for word in words.utf8.split(separator: UInt8(ascii: " ")) where word.count >= SearchQuery.longPrefix {
      enter(Substring(word))
    }
  }

  /// Keeps a word among those that prefixes are looked up in.
  private func enter(_ word: Substring) {
    if knownWords.count >= 200_000 { knownWords = [] }
    if knownWords.insert(word.hashValue).inserted { newWords.append(String(word)) }
  }

  // MARK: Places

  /// Places are in the order of time, so that what is found comes newest first without being sorted.
  private func freePlace(_ second: Int) throws -> Int {
    var place = freePlaces[second] ?? second * Self.placesOfASecond
    while try isTaken(place) { place += 1 }
    if freePlaces.count >= 10_000 { freePlaces = [:] }
    freePlaces[second] = place + 1
    addedPlaces.insert(place)
    return place
  }

  private func isTaken(_ place: Int) throws -> Bool {
    try addedPlaces.contains(place)
      || database.first("SELECT 1 FROM document WHERE place = ?1", .integer(Int64(place)), make: { _ in true }) == true
  }

  /// The id that a key was made of.
  static func id(_ key: [UInt8]) -> String {
    guard key.count == 16 else { return String(decoding: key, as: UTF8.self) }
    return key.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString.lowercased() }
  }

  /// The sixteen bytes of a UUID in lower case; of anything else its text.
  static func key(_ id: String) -> [UInt8] {
    guard let uuid = UUID(uuidString: id), id == uuid.uuidString.lowercased() else { return Array(id.utf8) }
    return withUnsafeBytes(of: uuid.uuid) { Array($0) }
  }
}

/// A file that is no search index, or none of this program's.
struct UnusableIndexError: Error, CustomStringConvertible {
  let reason: String

  var description: String {
    "the search index cannot be used: \(reason)"
  }
}
