internal import Storage

/// Servers that are to be left alone, feeds that are all due at once, and where feeds are and once were.
extension FeedStore {
  /// Over so long feeds are spread that a server has held back, in milliseconds.
  static let spread: Int64 = 10 * 60_000

  // MARK: Servers

  /// Leaves a server alone: its feeds are not polled before, and then not all at once.
  func hold(host: String, until: Int64, now: Int64) throws {
    guard until > now, !host.isEmpty else { return }
    try database.run("DELETE FROM host_hold WHERE until <= ?1", .integer(now))
    try database.run(
      """
      INSERT INTO host_hold (host, until) VALUES (?1, ?2)
      ON CONFLICT (host) DO UPDATE SET until = max(until, excluded.until)
      """, .text(host), .integer(until))
    try database.run(
      """
      UPDATE feed SET due = max(due, ?2 + abs(random() % ?3))
      WHERE (host = ?1 OR serving_host = ?1) AND state IN ('active', 'failing') AND due < ?2
      """, .text(host), .integer(until), .integer(Self.spread))
  }

  /// When a server may be asked again; nil where it may be at any time.
  func endOfHold(host: String) throws -> Int64? {
    try database.first("SELECT until FROM host_hold WHERE host = ?1", .text(host)) { Int64($0.integer(0)) }
  }

  /// When a feed may be polled that is due: not before its servers may be asked again, the one that is asked and the one that
  /// answers after redirects, and then not at once with all others.
  func heldDue(_ entry: Entry) throws -> Int64 {
    let ends = try Set([entry.host, entry.servingHost].compactMap(\.self)).compactMap { try endOfHold(host: $0) }
    guard let end = ends.max(), end > entry.due else { return entry.due }
    return end + Int64.random(in: 0..<Self.spread)
  }

  /// No server is left alone for longer than one may ask for, whatever the clock said when it did.
  func bringBackHolds(to now: Int64) throws {
    try database.run("UPDATE host_hold SET until = min(until, ?1)", .integer(now + PollSchedule.longestHold))
  }

  // MARK: Many at once

  /// How many feeds should have been polled before, which nobody waits for, and since when the first of them.
  func overdue(before time: Int64) throws -> (count: Int, since: Int64) {
    try database.first(
      """
      SELECT count(*), coalesce(min(due), ?1) FROM feed
      WHERE state IN ('active', 'failing') AND due < ?1 AND awaited = 0
      """, .integer(time)
    ) { ($0.integer(0), Int64($0.integer(1))) } ?? (0, time)
  }

  /// Spreads those feeds over the time to come.
  func spreadOverdue(from now: Int64, over length: Int64) throws {
    try database.run(
      """
      UPDATE feed SET due = ?1 + abs(random() % ?2)
      WHERE state IN ('active', 'failing') AND due < ?1 AND awaited = 0
      """, .integer(now), .integer(max(length, 1)))
  }

  // MARK: Other addresses

  /// The feed that is followed at the first of up to four addresses at which one is.
  func followed(atAnyOf urls: [String]) throws -> Entry? {
    var found: [String: String] = [:]
    let padded = urls + Array(repeating: "", count: 4 - urls.count)
    try database.forEach(
      "SELECT address, id FROM feed WHERE address IN (?1, ?2, ?3, ?4) AND state IN ('active', 'failing')",
      values: padded.map { .text($0) }
    ) { row in
      found[row.text(0)] = row.text(1)
      return true
    }
    return try urls.lazy.compactMap { found[$0] }.first.flatMap { try feed(id: $0) }
  }

  /// Remembers that a feed was at an address until now.
  func remember(_ url: String, ofFeed feed: String, until now: Int64) throws {
    try database.run(
      "INSERT OR REPLACE INTO former_url (url, feed, until) VALUES (?1, ?2, ?3)", .text(url), .text(feed),
      .integer(now))
  }

  /// Whether a feed was at an address until some time after `time`.
  func wasAt(_ url: String, _ feed: String, since time: Int64) throws -> Bool {
    try database.first(
      "SELECT 1 FROM former_url WHERE url = ?1 AND feed = ?2 AND until > ?3", .text(url), .text(feed), .integer(time)
    ) { _ in true } ?? false
  }

  /// The feed that was at an address last, and has moved on.
  func feed(formerlyAt url: String) throws -> Entry? {
    let id = try database.first(
      "SELECT feed FROM former_url WHERE url = ?1 ORDER BY until DESC LIMIT 1", .text(url)
    ) { $0.text(0) }
    return try id.flatMap { try feed(id: $0) }
  }
}
