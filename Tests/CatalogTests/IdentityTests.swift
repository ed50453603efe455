import Castwire
import CastwireBus
import TestSupport
import Testing

@testable import Catalog

/// Which episode an item is: ids are stable and nothing is merged that one document had apart.
struct IdentityTests {
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  @discardableResult
  private func publish(_ items: [FeedItem]) throws -> [Event] {
    try catalog.apply(try feed.publish(items))
  }

  private func names(_ events: [Event]) -> [String] { events.map(\.name) }

  @Test func `an episode's id is that of its first identifier under its feed`() throws {
    let events = try publish([item("guid-1", title: "One", day: 1)])
    try #require(names(events) == ["podcast.added", "episode.added"])
    #expect(events[1].subject == Identity.entityID(feedID: feed.id, identifier: "guid-1"))
    #expect(events[1].partitionKey == feed.id)
    #expect(events[1].causationID != events[0].causationID)
  }

  @Test(arguments: ["enclosure", "link", "title and date"])
  func `an episode whose guid changed is the same by what stayed`(stayed: String) throws {
    func one(_ guid: String, _ version: Int) -> FeedItem {
      item(
        guid, enclosure: stayed == "enclosure" ? "https://x/1.mp3" : "https://x/1-\(version).mp3",
        title: stayed == "title and date" ? "One" : "One, version \(version)",
        link: stayed == "link" ? "https://x/1" : "https://x/1/\(version)", day: 1)
    }
    let other = item("2", enclosure: "https://x/2.mp3", title: "Two", link: "https://x/2", day: 2)
    let id = try publish([other, one("old", 1)])[2].subject
    let events = try publish([other, one("new", 2)])
    try #require(names(events) == ["episode.updated"])
    #expect(events[0].subject == id)
    let message = try events[0].decode(EpisodeEvent.self)
    #expect(message.revision == 2)
    #expect(message.changed.contains("identifier"))
    #expect(message.episode.withdrawn == false)
  }

  @Test func `an episode that is still there is never taken for another`() throws {
    let one = item("1", enclosure: "https://x/1.mp3", title: "One", link: "https://x/1", day: 1)
    try publish([one])
    // All but the guid is the same, and both stand in one document.
    var two = one
    two.identifier = "2"
    let events = try publish([two, one])
    try #require(names(events) == ["episode.added"])
    #expect(try catalog.episodes().count == 2)
  }

  @Test func `a guid that comes back beside the one that replaced it is another episode`() throws {
    func one(_ guid: String) -> FeedItem { item(guid, enclosure: "https://x/1.mp3", title: "One", day: 1) }
    let id = try publish([one("a")])[1].subject
    #expect(try publish([one("b")]).map(\.subject) == [id])
    let events = try publish([one("a"), one("b")])
    try #require(names(events) == ["episode.added"])
    #expect(events[0].subject != id)
    // From now on each goes its own way.
    let retitled = item("a", enclosure: "https://x/1.mp3", title: "First", day: 1)
    #expect(try publish([retitled, one("b")]).map(\.subject) == [events[0].subject])
    #expect(try publish([one("b")]).map(\.name) == ["episode.withdrawn"])
    #expect(catalog.events.last?.subject == events[0].subject)
  }

  @Test func `a guid that is changed and changed back is one episode throughout`() throws {
    func one(_ guid: String) -> FeedItem { item(guid, enclosure: "https://x/1.mp3", title: "One", day: 1) }
    let id = try publish([one("a")])[1].subject
    for guid in ["b", "a", "c", "b"] {
      let events = try publish([one(guid)])
      try #require(names(events) == ["episode.updated"])
      #expect(events[0].subject == id)
    }
  }

  @Test(arguments: ["distinct", "same", "none"])
  func `ten items of one guid are ten episodes, with ids that stay`(enclosures: String) throws {
    func one(_ number: Int, _ title: String = "Title") -> FeedItem {
      let url: String? = ["distinct": "https://x/\(number).mp3", "same": "https://x/latest.mp3"][enclosures]
      return item("guid", enclosure: url, title: "\(title) \(number)", day: number)
    }
    let events = try publish((1...10).map { one($0) })
    try #require(names(events) == ["podcast.added"] + Array(repeating: "episode.added", count: 10))
    let ids = events.dropFirst().map(\.subject)
    #expect(Set(ids).count == 10)
    #expect(try publish((1...10).map { one($0) }.shuffled()).isEmpty)
    let retitled = try publish((1...10).reversed().map { one($0, "New title") })
    #expect(names(retitled) == Array(repeating: "episode.updated", count: 10))
    #expect(retitled.map(\.subject) == ids.reversed())
    if enclosures == "distinct" {
      #expect(ids[0] == Identity.entityID(feedID: feed.id, identifier: "guid", enclosureURL: "https://x/1.mp3"))
    }
  }

  @Test func `a feed of one item with the same link and file each hour has a new episode each hour`() throws {
    func hour(_ number: Int) -> FeedItem {
      item(
        "hour-\(number)", enclosure: "https://x/latest.mp3", title: "News at \(number)", link: "https://x/news",
        day: number)
    }
    try publish([hour(1)])
    for number in 2...4 {
      let events = try publish([hour(number)])
      try #require(names(events) == ["episode.added"], "hour \(number)")
    }
    #expect(try catalog.episodes().values.allSatisfy { !$0.withdrawn })
  }

  @Test func `two new items that look like one that is gone are not told apart by guessing`() throws {
    try publish([item("1", title: "Bonus", day: 1), item("0", title: "Zero", day: 0)])
    let events = try publish([
      item("2", title: "Bonus", day: 1), item("3", title: "Bonus", day: 1), item("0", title: "Zero", day: 0),
    ])
    try #require(names(events) == ["episode.withdrawn", "episode.added", "episode.added"])
  }

  @Test func `two feeds with the same guids have episodes of their own`() throws {
    let other = try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/feed.xml")
    let same = item("1", enclosure: "https://x/1.mp3", title: "One", link: "https://x/1", day: 1)
    try publish([same])
    let events = try catalog.apply(try other.publish([same]))
    try #require(names(events) == ["podcast.added", "episode.added"])
    #expect(try catalog.episodes().count == 2)
    #expect(try catalog.list("episodes.list", #","podcast":"\#(other.id)""#).count == 1)
  }
}
