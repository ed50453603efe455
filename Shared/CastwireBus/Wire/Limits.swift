/// The bus's sizes, in bytes and events.
public enum Limits {
  /// The largest event: 1 MiB of JSON.
  public static let eventSize = 1 << 20
  /// The largest event that is sent live: 64 KiB. A larger one is fetched by those who find its gap.
  public static let liveEventSize = 64 << 10
  /// The largest request: 4 MiB, which holds an OPML file.
  public static let requestSize = 4 << 20
  /// Where a page of a replay or a list ends: 1 MiB.
  public static let pageSize = 1 << 20
  /// The events of a replay's page where the request does not say.
  public static let pageCount = 500
  /// The events of a page that a subscription asks for: most pages end by their size before.
  public static let replayCount = 1_000
  /// The most events of a replay's page.
  public static let maximumPageCount = 5_000
  /// The largest JSON text that is read: 64 MiB, far above any event, request or page.
  static let documentSize = 64 << 20
  /// How many values may stand within one another in JSON.
  static let documentDepth = 128
  /// How many events a consumer takes into one transaction.
  public static let batchCount = 500
}
