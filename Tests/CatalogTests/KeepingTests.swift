import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// No more of a feed is kept than its operator wants.
struct KeepingTests {
  private static let day: Int64 = 86_400_000
  /// Items of these tests are of 2020-09-13 and the days after.
  private static let dayZero: Int64 = 1_600_000_000_000
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  private func episodes(_ days: some Sequence<Int>) -> [FeedItem] {
    days.map { item("\($0)", enclosure: "https://x.example/\($0).mp3", title: "Title \($0)", day: $0) }
  }

  @discardableResult
  private func publish(_ items: [FeedItem]) throws -> [Event] {
    try catalog.apply(try feed.publish(items))
  }

  @discardableResult
  private func keep(_ parameters: String = "") throws -> (answer: AnyJSON, events: [Event]) {
    try catalog.control(#"{"request":"feed.keep","feed":"\#(feed.id)"\#(parameters)}"#)
  }

  private func keeping() throws -> AnyJSON {
    try AnyJSON(
      JSONSerialization.data(
        withJSONObject: catalog.ask(#"{"request":"feed.keeping","feed":"\#(feed.id)"}"#)))
  }

  /// What is in the catalog, newest first.
  private func titles() throws -> [String] {
    try catalog.list("episodes.list").compactMap { $0["title"] as? String }
  }

  private func id(_ number: Int) -> String { Identity.entityID(feedID: feed.id, identifier: "\(number)") }

  @Test func `the newest are kept, and the others removed at once, the oldest first`() throws {
    try publish(episodes(1...5))
    let (answer, events) = try keep(#","newest":2"#)
    #expect(answer == .object(["feed": .text(feed.id), "newest": .integer(2), "removed": .integer(3)]))
    #expect(events.map(\.name) == Array(repeating: "episode.removed", count: 3))
    #expect(events.map(\.subject) == [id(1), id(2), id(3)])
    #expect(try titles() == ["Title 5", "Title 4"])
    #expect(try keeping() == .object(["feed": .text(feed.id), "newest": .integer(2)]))
    // The same again changes nothing.
    #expect(try keep(#","newest":2"#).events.isEmpty)
    #expect(try catalog.findings() == [])
  }

  @Test func `a first document publishes what is to be kept and no more`() throws {
    try catalog.apply(try feed.tell(.followed, .active))
    try keep(#","newest":100"#)
    let events = try publish(episodes((1...500).reversed()))
    #expect(events.map(\.name) == ["podcast.added"] + Array(repeating: "episode.added", count: 100))
    #expect(try titles() == (401...500).reversed().map { "Title \($0)" })
    #expect(try catalog.findings() == [])
  }

  @Test func `what comes later takes the place of the oldest`() throws {
    try publish(episodes(1...3))
    try keep(#","newest":3"#)
    let events = try publish(episodes(1...4))
    #expect(events.map(\.name) == ["episode.added", "episode.removed"])
    #expect(events.map(\.subject) == [id(4), id(1)])
    #expect(try titles() == ["Title 4", "Title 3", "Title 2"])
  }

  @Test func `what is older than all that is kept is never published`() throws {
    try publish(episodes(5...7))
    try keep(#","newest":3"#)
    #expect(try publish(episodes([1, 5, 6, 7])).isEmpty)
    #expect(try titles() == ["Title 7", "Title 6", "Title 5"])
  }

  @Test func `what was removed does not come back by being seen, and is not another when it does`() throws {
    try publish(episodes(1...3))
    try keep(#","newest":2"#)
    var items = episodes(1...3)
    items[0].title = "Changed"
    #expect(try publish(items).isEmpty)
    try catalog.reopen()
    items[0].description = "Changed again"
    #expect(try publish(items).isEmpty)
    // It leaves the feed, and is not withdrawn: nobody knows of it.
    #expect(try publish(Array(items.dropFirst())).isEmpty)
    try publish(items)
    try keep()
    items[0].title = "Kept after all"
    let events = try publish(items)
    #expect(events.map(\.name) == ["episode.added"])
    #expect(events.first?.subject == id(1))
    let message = try #require(events.first).decode(EpisodeEvent.self)
    #expect(message.revision == 1)
    #expect(message.changed == [])
    #expect(try titles() == ["Title 3", "Title 2", "Kept after all"])
    #expect(try catalog.findings() == [])
  }

  @Test func `what is some days old is removed when it is`() throws {
    catalog.now = Self.dayZero + 10 * Self.day
    try publish(episodes(1...9))
    let (answer, events) = try keep(#","days":5"#)
    #expect(answer == .object(["feed": .text(feed.id), "days": .integer(5), "removed": .integer(4)]))
    #expect(events.map(\.subject) == (1...4).map(id))
    let start = ContinuousClock.now
    #expect(try catalog.work(until: start).isEmpty)
    catalog.now += 2 * Self.day
    #expect(try catalog.work(until: start + .seconds(1_800)).isEmpty)
    let later = try catalog.work(until: start + .seconds(3_700))
    #expect(later.map(\.name) == ["episode.removed", "episode.removed"])
    #expect(later.map(\.subject) == [id(5), id(6)])
    #expect(try titles() == ["Title 9", "Title 8", "Title 7"])
  }

  @Test func `a large feed's old ones are removed in steps`() throws {
    catalog.now = Self.dayZero + 3_000 * Self.day
    try publish(episodes(1...1_300))
    try keep(#","days":2000"#)
    #expect(try titles().count == 301)
    catalog.now += 100 * Self.day
    #expect(try catalog.work(until: .now + .seconds(3_700)).count == 100)
    catalog.now += 2_000 * Self.day
    #expect(try catalog.work(until: .now + .seconds(7_400)).count == 201)
    #expect(try titles().isEmpty)
  }

  @Test func `nothing is too old by a clock that has jumped`() throws {
    catalog.now = Self.dayZero + 10 * Self.day
    try publish(episodes(1...9))
    try keep(#","days":8"#)
    try catalog.compact(now: catalog.now)
    // Somebody sets the clock years ahead.
    catalog.now += 3_000 * Self.day
    #expect(try catalog.work(until: .now + .seconds(3_700)).isEmpty)
    #expect(try keep(#","days":7"#).events.isEmpty)
    #expect(try titles().count == 8)
  }

  @Test func `both bounds hold together, for each kind by itself`() throws {
    catalog.now = Self.dayZero + 10 * Self.day
    let videos = (1...3).map { number in
      var item = item("v\(number)", title: "Video \(number)", day: number + 5)
      item.enclosures = [Enclosure(url: "https://x.example/\(number).mp4", type: "video/mp4")]
      item.enclosureURL = "https://x.example/\(number).mp4"
      return item
    }
    try publish(episodes(1...9) + videos)
    #expect(try keep(#","newest":2,"days":3"#).answer["removed"] == .integer(8))
    #expect(try titles() == ["Title 9", "Title 8"])
    #expect(try catalog.list("videos.list").compactMap { $0["title"] as? String } == ["Video 3", "Video 2"])
  }

  @Test func `a removed one is no longer the first of those with its file`() throws {
    let other = try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/other.xml")
    try publish(episodes(1...2))
    try catalog.apply(try other.publish(episodes(1...1)))
    let copy = Identity.entityID(feedID: other.id, identifier: "1")
    #expect(try catalog.episodes()[copy]?.duplicateOf == id(1))
    let events = try keep(#","newest":1"#).events
    #expect(events.map(\.name) == ["episode.removed", "episode.updated"])
    #expect(try catalog.episodes()[copy]?.duplicateOf == nil)
  }

  @Test func `counts have only what is kept`() throws {
    try publish(episodes(1...5))
    try publish(episodes([1, 3, 4, 5]))
    try keep(#","newest":2"#)
    let counts = try catalog.ask(#"{"request":"counts"}"#)
    #expect(counts["episodes"] as? Int == 2)
    #expect(counts["withdrawnEpisodes"] as? Int == 0)
  }

  @Test func `a purge of what was removed before removes nothing twice`() throws {
    try publish(episodes(1...3))
    try keep(#","newest":1"#)
    let events = try catalog.apply(try feed.tell(.unfollowed, .unfollowed, purge: true))
    #expect(events.map(\.name) == ["episode.removed", "podcast.removed"])
    #expect(events.first?.subject == id(3))
    let error = try #require(throws: RequestError.self) { try keep() }
    #expect(error.code == .notFound)
  }

  @Test(arguments: [#","newest":0"#, #","newest":1000001"#, #","days":0"#, #","days":36501"#, #","newest":"1""#])
  func `what cannot be kept is refused`(parameters: String) throws {
    try publish(episodes(1...3))
    let error = try #require(throws: RequestError.self) { try keep(parameters) }
    #expect(error.code == .badRequest)
    #expect(try titles().count == 3)
  }
}
