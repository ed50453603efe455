internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// The feeds that are followed and how their polls go. All times in milliseconds since 1970.
final class FeedStore {
  /// A followed feed.
  struct Entry {
    var feed: Feed
    /// What its server wants to know of who asks; kept in a column of its own, and never shown.
    var credentials: Credentials?
    /// The document that was taken in last; nil where the next poll is to bring it whatever the server says.
    var held: HeldDocument?
    /// The server that answered last, after redirects; in lower case.
    var servingHost: String?
    /// How many documents were taken in.
    var document = 0
    /// Whether a whole document was taken in, so that what comes from now on is news.
    var isInitialized = false
    /// When it is to be polled.
    var due: Int64
    var lastPoll: Int64?
    /// In a row.
    var failures = 0
    /// What is wrong, in words.
    var reason: String?
    /// Whether somebody waits for the outcome of the next poll, so that it is told whatever it is.
    var isAwaited: Bool
    var itemCount = 0
    /// Whether it was unfollowed such that all is forgotten.
    var isPurged = false
    /// The newest event of the log when all was forgotten last: of the items up to there nothing is known but what the log
    /// says.
    var forgottenTo = Position(0)
    /// When its items appear.
    var rhythm: Rhythm?
    /// When the server sent the whole document last.
    var fetched: Int64?
    /// Since when the server says that there is no such document (404).
    var missingSince: Int64?
    /// How many polls have found it so.
    var absences = 0
    /// The new address that it seems to have.
    var move: PossibleMove?
    /// The search for it, where what is followed is a web page.
    var search: FeedSearch?

    /// Follows a feed again that was followed no more. What went wrong before is not held against it.
    mutating func beginAgain(due: Int64) {
      feed.state = .active
      self.due = due
      (isAwaited, isPurged) = (true, false)
      (failures, reason, missingSince, absences, move, search) = (0, nil, nil, 0, nil, nil)
    }

    /// Remembers nothing of its items, so that following it again brings all of them as new.
    ///
    /// - Parameter head: the newest event of the log.
    mutating func forgetItems(upTo head: Position) {
      (held, isInitialized, itemCount, forgottenTo) = (nil, false, 0, head)
    }

    var isPolled: Bool {
      feed.state == .active || feed.state == .failing
    }

    /// What is fetched next.
    var pollURL: String {
      search?.left.first ?? feed.url
    }

    /// The feed's address with user and password, which its server gets.
    var account: FetchURL? {
      (try? FetchURL(feed.url))?.with(credentials)
    }

    /// The feed's URL as it is written today; it may have been followed when that was otherwise.
    var address: String {
      (try? FetchURL(feed.url))?.address ?? feed.url
    }

    /// The server that is asked, in lower case; empty for a file.
    var host: String {
      (try? FetchURL(feed.url))?.host ?? ""
    }
  }

  static let migrations = Migrations(
    component: "feeds",
    steps: [
      """
      CREATE TABLE feed (
        id TEXT PRIMARY KEY, url TEXT NOT NULL, fetch_url TEXT NOT NULL, state TEXT NOT NULL, kind TEXT,
        details BLOB NOT NULL, etag TEXT, last_modified TEXT, digest TEXT, document INTEGER NOT NULL,
        initialized INTEGER NOT NULL, due INTEGER NOT NULL, last_poll INTEGER, failures INTEGER NOT NULL, reason TEXT,
        awaited INTEGER NOT NULL, item_count INTEGER NOT NULL, followed INTEGER NOT NULL
      ) WITHOUT ROWID;
      CREATE UNIQUE INDEX feed_url ON feed (url);
      CREATE INDEX feed_due ON feed (due) WHERE state IN ('active', 'failing');
      CREATE INDEX feed_followed ON feed (followed, id);
      """,
      "ALTER TABLE feed ADD COLUMN purged INTEGER NOT NULL DEFAULT 0",
      "ALTER TABLE feed ADD COLUMN forgotten_to INTEGER NOT NULL DEFAULT 0",
      """
      ALTER TABLE feed ADD COLUMN rhythm BLOB;
      ALTER TABLE feed ADD COLUMN fetched INTEGER;
      ALTER TABLE feed ADD COLUMN missing_since INTEGER;
      ALTER TABLE feed ADD COLUMN move BLOB;
      ALTER TABLE feed ADD COLUMN search BLOB;
      ALTER TABLE feed ADD COLUMN host TEXT;
      CREATE INDEX feed_host ON feed (host);
      CREATE TABLE host_hold (host TEXT PRIMARY KEY, until INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE former_url (
        url TEXT NOT NULL, feed TEXT NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (url, feed)
      ) WITHOUT ROWID;
      """,
      // It was the URL with user and password before its host, as half a move may have, too.
      """
      ALTER TABLE feed ADD COLUMN credentials TEXT;
      UPDATE feed SET credentials = substr(fetch_url, instr(fetch_url, '://') + 3, length(fetch_url) - length(url) - 1)
      WHERE length(fetch_url) > length(url);
      ALTER TABLE feed DROP COLUMN fetch_url;
      UPDATE feed SET move = NULL WHERE move IS NOT NULL;
      """,
      """
      ALTER TABLE feed ADD COLUMN validated_url TEXT;
      ALTER TABLE feed ADD COLUMN max_age INTEGER;
      ALTER TABLE feed ADD COLUMN absences INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE feed ADD COLUMN serving_host TEXT;
      CREATE INDEX feed_serving_host ON feed (serving_host);
      """,
      """
      DROP INDEX feed_due;
      CREATE INDEX feed_due_well ON feed (due, state, failures, host)
      WHERE state IN ('active', 'failing') AND failures = 0;
      CREATE INDEX feed_due_failed ON feed (due, state, failures, host)
      WHERE state IN ('active', 'failing') AND failures > 0;
      """,
      """
      ALTER TABLE feed ADD COLUMN address TEXT;
      CREATE INDEX feed_address ON feed (address);
      """,
    ])

  private static let columns = """
    id, url, credentials, state, kind, details, etag, last_modified, digest, document, initialized, due, last_poll, \
    failures, reason, awaited, item_count, purged, forgotten_to, rhythm, fetched, missing_since, move, search, \
    validated_url, max_age, absences, serving_host
    """

  let database: Database
  /// The feeds that were stored since this was emptied.
  var stored: Set<String> = []

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
    try fillAddresses()
  }

  /// Feeds of a version that did not keep their servers' names, or wrote addresses otherwise.
  private func fillAddresses() throws {
    let rows = try database.all("SELECT id, url FROM feed WHERE address IS NULL") { ($0.text(0), $0.text(1)) }
    guard !rows.isEmpty else { return }
    try database.transaction {
      for (id, url) in rows {
        let url = (text: url, parts: try? FetchURL(url))
        try database.run(
          "UPDATE feed SET host = ?2, address = ?3 WHERE id = ?1", .text(id), .text(url.parts?.host ?? ""),
          .text(url.parts?.address ?? url.text))
      }
    }
  }

  func feed(id: String) throws -> Entry? {
    try database.first("SELECT \(Self.columns) FROM feed WHERE id = ?1", .text(id), make: Self.entry)
  }

  /// - Parameter url: a `FetchURL`'s address. Of several feeds that were followed when it was written in several ways, one
  ///   that is still followed.
  func feed(url: String) throws -> Entry? {
    try database.first(
      """
      SELECT \(Self.columns) FROM feed WHERE address = ?1
      ORDER BY state IN ('active', 'failing') DESC, url = ?1 DESC LIMIT 1
      """, .text(url), make: Self.entry)
  }

  /// Stores a feed; `now` counts as the time when it was followed if it is new. Where one of its servers is to be left alone,
  /// it is due after that, whatever it says.
  func put(_ entry: Entry, now: Int64) throws {
    stored.insert(entry.feed.id)
    try database.run(
      """
      INSERT INTO feed (\(Self.columns), host, address, followed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23,
        ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31)
      ON CONFLICT (id) DO UPDATE SET url = ?2, credentials = ?3, state = ?4, kind = ?5, details = ?6, etag = ?7,
        last_modified = ?8, digest = ?9, document = ?10, initialized = ?11, due = ?12, last_poll = ?13, failures = ?14,
        reason = ?15, awaited = ?16, item_count = ?17, purged = ?18, forgotten_to = ?19, rhythm = ?20, fetched = ?21,
        missing_since = ?22, move = ?23, search = ?24, validated_url = ?25, max_age = ?26, absences = ?27,
        serving_host = ?28, host = ?29, address = ?30
      """,
      .text(entry.feed.id), .text(entry.feed.url), .text(orNull: entry.credentials?.userInfo),
      .text(entry.feed.state.rawValue),
      .text(orNull: entry.feed.kind?.rawValue), .blob(try BusCoder.encode(entry.feed.details)),
      .text(orNull: entry.held?.etag), .text(orNull: entry.held?.lastModified), .text(orNull: entry.held?.digest),
      .integer(Int64(entry.document)), .flag(entry.isInitialized), .integer(try heldDue(entry)),
      entry.lastPoll.map { .integer($0) } ?? .null, .integer(Int64(entry.failures)), .text(orNull: entry.reason),
      .flag(entry.isAwaited), .integer(Int64(entry.itemCount)), .flag(entry.isPurged),
      .integer(Int64(entry.forgottenTo.rawValue)),
      try entry.rhythm.map { .blob(try BusCoder.encode($0)) } ?? .null, entry.fetched.map { .integer($0) } ?? .null,
      entry.missingSince.map { .integer($0) } ?? .null, try entry.move.map { .blob(try BusCoder.encode($0)) } ?? .null,
      try entry.search.map { .blob(try BusCoder.encode($0)) } ?? .null, .text(orNull: entry.held?.url),
      .integer(orNull: entry.held?.maxAge), .integer(Int64(entry.absences)), .text(orNull: entry.servingHost),
      .text(entry.host), .text(entry.address), .integer(now))
  }

  /// Feeds to be polled with their servers, the longest due first: those that could not be read last, or the others.
  ///
  /// - Parameter body: gets a feed's id, when it is due and its server's name; goes on where it returns true.
  func forEachDue(isFailing: Bool, body: (String, Int64, String) throws -> Bool) throws {
    // As the indexes have it: then SQLite reads one of them and nothing else.
    let failures = isFailing ? "failures > 0" : "failures = 0"
    try database.forEach(
      "SELECT id, due, host FROM feed WHERE state IN ('active', 'failing') AND \(failures) ORDER BY due"
    ) { row in
      try body(row.text(0), Int64(row.integer(1)), row.optionalText(2) ?? "")
    }
  }

  /// Whether a feed was polled at a time that is still to come, or waits for longer than any may: then the clock was set
  /// back.
  ///
  /// - Parameter longestWait: of a feed whose clock is right, in milliseconds.
  func hasPolls(after time: Int64, longestWait: Int64) throws -> Bool {
    try database.first(
      """
      SELECT 1 FROM feed WHERE last_poll > ?1 OR (state IN ('active', 'failing') AND due > ?2) LIMIT 1
      """, .integer(time), .integer(time + longestWait)
    ) { _ in true } ?? false
  }

  /// Takes polls at times that are still to come for polls of now, so that the waits after them begin now; and lets no feed
  /// wait for longer than any may, whether it was polled or not.
  func bringBackPolls(after time: Int64, to now: Int64, longestWait: Int64, spread: Int64) throws {
    try database.run(
      "UPDATE feed SET due = ?2 + max(0, due - last_poll), last_poll = ?2 WHERE last_poll > ?1", .integer(time),
      .integer(now))
    try database.run(
      """
      UPDATE feed SET due = ?1 + abs(random() % ?3) WHERE state IN ('active', 'failing') AND due > ?1 + ?2
      """, .integer(now), .integer(longestWait), .integer(max(spread, 1)))
    try database.run(
      "UPDATE feed SET fetched = min(fetched, ?1), missing_since = min(missing_since, ?1)", .integer(now))
    try bringBackHolds(to: now)
  }

  /// Makes all followed feeds due, those of servers that are to be left alone when that ends, and tells how many they are.
  func makeAllDue(now: Int64) throws -> Int {
    try database.run(
      """
      UPDATE feed SET awaited = 1, due = max(
        min(due, ?1),
        coalesce(
          (SELECT max(until) + abs(random() % ?2) FROM host_hold
          WHERE host IN (feed.host, feed.serving_host) AND until > ?1), 0))
      WHERE state IN ('active', 'failing')
      """, .integer(now), .integer(Self.spread))
  }

  /// Feeds, the last followed first.
  func forEach(before place: (followed: Int, id: String)?, limit: Int, body: (Entry, Int) throws -> Bool) throws {
    let filter = place == nil ? "" : "AND (followed, id) < (?1, ?2)"
    let values: [Value] = place.map { [.integer(Int64($0.followed)), .text($0.id)] } ?? []
    try database.forEach(
      """
      SELECT \(Self.columns), followed FROM feed WHERE state <> 'unfollowed' \(filter)
      ORDER BY followed DESC, id DESC LIMIT \(limit)
      """,
      values: values
    ) { row in
      try body(try Self.entry(row), row.integer(28))
    }
  }

  func count(inState state: FeedState) throws -> Int {
    try database.first("SELECT count(*) FROM feed WHERE state = ?1", .text(state.rawValue)) { $0.integer(0) } ?? 0
  }

  private static func held(_ row: borrowing Row) -> HeldDocument? {
    guard !(row.isNull(6) && row.isNull(7) && row.isNull(8)) else { return nil }
    return HeldDocument(
      etag: row.optionalText(6), lastModified: row.optionalText(7), digest: row.optionalText(8),
      url: row.optionalText(24), maxAge: row.optionalInteger(25))
  }

  private static func entry(_ row: borrowing Row) throws -> Entry {
    Entry(
      feed: Feed(
        id: row.text(0), url: row.text(1), state: FeedState(rawValue: row.text(3)) ?? .active,
        kind: row.optionalText(4).flatMap(FeedKind.init),
        details: try BusCoder.decode(FeedDetails.self, from: row.blob(5))),
      credentials: row.optionalText(2).flatMap(Credentials.init(userInfo:)), held: held(row),
      servingHost: row.optionalText(27),
      document: row.integer(9), isInitialized: row.integer(10) != 0, due: Int64(row.integer(11)),
      lastPoll: row.optionalInteger(12).map(Int64.init), failures: row.integer(13), reason: row.optionalText(14),
      isAwaited: row.integer(15) != 0, itemCount: row.integer(16), isPurged: row.integer(17) != 0,
      forgottenTo: row.position(18),
      rhythm: row.isNull(19) ? nil : try BusCoder.decode(Rhythm.self, from: row.blob(19)),
      fetched: row.optionalInteger(20).map(Int64.init), missingSince: row.optionalInteger(21).map(Int64.init),
      absences: row.integer(26),
      move: row.isNull(22) ? nil : try BusCoder.decode(PossibleMove.self, from: row.blob(22)),
      search: row.isNull(23) ? nil : try BusCoder.decode(FeedSearch.self, from: row.blob(23)))
  }
}
