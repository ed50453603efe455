internal import Storage

/// The subscriptions at hubs.
final class SubscriptionStore {
  static let migrations = Migrations(
    component: "subscriptions",
    steps: [
      """
      CREATE TABLE subscription (
        token TEXT PRIMARY KEY, feed TEXT NOT NULL, hub TEXT NOT NULL, topic TEXT NOT NULL, secret TEXT NOT NULL,
        callback TEXT NOT NULL, state TEXT NOT NULL, lease_end INTEGER, next INTEGER NOT NULL,
        failures INTEGER NOT NULL, last_delivery INTEGER, doubted INTEGER NOT NULL, host TEXT NOT NULL
      ) WITHOUT ROWID;
      CREATE INDEX subscription_feed ON subscription (feed);
      CREATE INDEX subscription_next ON subscription (next, host);
      """
    ])

  private static let columns =
    "token, feed, hub, topic, secret, callback, state, lease_end, next, failures, last_delivery, doubted"

  private let database: Database

  init(database: Database) throws {
    self.database = database
    try Self.migrations.apply(to: database)
  }

  func subscription(token: String) throws -> HubSubscription? {
    try database.first(
      "SELECT \(Self.columns) FROM subscription WHERE token = ?1", .text(token), make: Self.subscription)
  }

  func subscriptions(ofFeed feed: String) throws -> [HubSubscription] {
    try database.all(
      "SELECT \(Self.columns) FROM subscription WHERE feed = ?1", .text(feed), make: Self.subscription)
  }

  /// The one of a feed that is wanted; nil where there is none.
  func current(ofFeed feed: String) throws -> HubSubscription? {
    try subscriptions(ofFeed: feed).first { $0.state != .ending }
  }

  /// The tokens of those to ask hubs for, when each is due and the hub's server, the longest due first.
  func forEachDue(body: (String, Int64, String) throws -> Bool) throws {
    // As the index has it: then SQLite reads that and nothing else.
    try database.forEach("SELECT token, next, host FROM subscription ORDER BY next") { row in
      try body(row.text(0), Int64(row.integer(1)), row.text(2))
    }
  }

  /// Those that hubs send elsewhere.
  func withOtherCallbacks(than base: String?) throws -> [HubSubscription] {
    try database.all("SELECT \(Self.columns) FROM subscription", make: Self.subscription).filter { subscription in
      base.map { subscription.callback != "\($0)\(subscription.token)" } ?? true
    }
  }

  func put(_ subscription: HubSubscription) throws {
    try database.run(
      """
      INSERT OR REPLACE INTO subscription (\(Self.columns), host)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
      """,
      .text(subscription.token), .text(subscription.feed), .text(subscription.hub), .text(subscription.topic),
      .text(subscription.secret), .text(subscription.callback), .text(subscription.state.rawValue),
      subscription.leaseEnd.map { .integer($0) } ?? .null, .integer(subscription.next),
      .integer(Int64(subscription.failures)), subscription.lastDelivery.map { .integer($0) } ?? .null,
      .flag(subscription.isDoubted), .text(subscription.host))
  }

  /// Lets none be asked for later, or end later, than after the longest lease.
  func bringBack(to now: Int64, longest: Int64) throws {
    try database.run(
      """
      UPDATE subscription SET next = min(next, ?1), lease_end = min(lease_end, ?1),
        last_delivery = min(last_delivery, ?2)
      """, .integer(now + longest), .integer(now))
  }

  func remove(_ subscription: HubSubscription) throws {
    try database.run("DELETE FROM subscription WHERE token = ?1", .text(subscription.token))
  }

  private static func subscription(_ row: borrowing Row) -> HubSubscription {
    HubSubscription(
      token: row.text(0), feed: row.text(1), hub: row.text(2), topic: row.text(3), secret: row.text(4),
      callback: row.text(5), state: HubSubscription.State(rawValue: row.text(6)) ?? .ending,
      leaseEnd: row.optionalInteger(7).map(Int64.init), next: Int64(row.integer(8)), failures: row.integer(9),
      lastDelivery: row.optionalInteger(10).map(Int64.init), isDoubted: row.integer(11) != 0)
  }
}
