internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop
internal import Storage

/// The log of a feed-ingest that has read podcasts once, each document as it publishes them: the items, then the feed.
struct ItemLog {
  static let itemsPerFeed = 500

  let feeds: Int
  /// Of what an event says of an item, in bytes: its data, without the envelope.
  let size: Int

  /// When the oldest items are from: 2016-03-13.
  private static let start = 1_457_827_200
  /// How far items of a feed are apart, in seconds: five days, so that a feed has some years.
  private static let interval = 432_000
  private static let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  var items: Int { feeds * Self.itemsPerFeed }

  /// All events: of each feed also that it is followed, and that a document is whole.
  var events: Int { items + 2 * feeds }

  static func feedURL(_ feed: Int) -> String {
    String(format: "https://pod%04d.example/feed", feed)
  }

  static func feedID(_ feed: Int) -> String {
    Identity.feedID(url: feedURL(feed))
  }

  /// When items were published, in seconds since 1970.
  static var dates: Range<Int> {
    start..<start + itemsPerFeed * interval
  }

  /// Writes the log, and does what a service does with it at leisure, so that it is at rest when it is served.
  func write(to path: String) throws {
    let log = try EventLog(database: try Database(path: path), service: "feed-ingest", now: Self.wallClock)
    var words = SampleWords(seed: 8)
    let room = try room
    for feed in 0..<feeds {
      _ = try log.transaction { try append(feed, to: log, room: room, &words) }
    }
    let compaction = Compaction(log: log, retention: .usual, start: .now)
    while try compaction.step(now: Self.wallClock(), steady: .now) {}
  }

  private func append(_ number: Int, to log: EventLog, room: Int, _ words: inout SampleWords) throws {
    var feed = Feed(id: Self.feedID(number), url: Self.feedURL(number), state: .active)
    try log.append(Self.draft(.followed, FeedEvent(feed: feed)))
    feed.details.title = words.text(bytes: 20)
    feed.details.description = words.text(bytes: 200)
    feed.details.link = String(format: "https://pod%04d.example/", number)
    for item in stride(from: Self.itemsPerFeed - 1, through: 0, by: -1) {
      try log.append(Self.draft(item: Self.item(item, ofFeed: number, room: room, &words), ofFeed: feed.id))
    }
    try log.append(Self.draft(.updated, FeedEvent(feed: feed, document: 1, changed: ["title"])))
  }

  /// How many bytes of an item are left for texts. All else of it is equally long in each.
  private var room: Int {
    get throws {
      var words = SampleWords(seed: 0)
      let item = Self.item(0, ofFeed: 0, room: 100, &words)
      return size - (try Self.draft(item: item, ofFeed: Self.feedID(0)).data.count) + 100
    }
  }

  // MARK: Events

  /// - Parameter room: for title and description; where there is much, half of it is for the notes in HTML.
  private static func item(_ number: Int, ofFeed feed: Int, room: Int, _ words: inout SampleWords) -> FeedItem {
    let page = String(format: "https://pod%04d.example/%03d", feed, number)
    var item = FeedItem()
    item.identifier = String(format: "pod%04d-%03d", feed, number)
    item.identifierRule = .guid
    item.link = page
    item.enclosureURL = "\(page).mp3"
    item.enclosures = [Enclosure(url: "\(page).mp3", type: "audio/mpeg")]
    item.publicationDate = Date(timeIntervalSince1970: Double(start + number * interval + feed % 86_400))
    item.title = words.text(bytes: 30)
    item.description = words.text(bytes: room > 1_000 ? room / 2 : room - 30)
    if room > 1_000 { item.contentHTML = "<p>\(words.text(bytes: room - 30 - room / 2 - notes))</p>" }
    return item
  }

  /// What the notes' member has beside their text.
  private static let notes = #","contentHTML":"<p></p>""#.utf8.count

  private static func draft(item: FeedItem, ofFeed feed: String) throws -> EventDraft {
    let message = ItemEvent(
      feed: feed, document: 1, item: item, initial: true, identifierCount: 1, linkCount: 1, enclosureCount: 1)
    return try draft(
      "item", "seen", subject: Identity.entityID(feedID: feed, identifier: item.identifier ?? ""), feed, message)
  }

  private static func draft(_ verb: FeedEvent.Verb, _ message: FeedEvent) throws -> EventDraft {
    try draft("feed", verb.rawValue, subject: message.feed.id, message.feed.id, message)
  }

  private static func draft(
    _ family: String, _ verb: String, subject: String, _ feed: String, _ message: some Encodable
  ) throws -> EventDraft {
    EventDraft(
      family: family, topic: Topic(family: family, feed: feed, verb: verb),
      type: EventType.name(family: family, verb: verb), subject: subject, partitionKey: feed,
      schema: EventType.schema(family: family), traceparent: traceparent, data: try BusCoder.encode(message))
  }

  private static func wallClock() -> Timestamp {
    Timestamp(rawValue: Int64(Date().timeIntervalSince1970 * 1_000))
  }
}
