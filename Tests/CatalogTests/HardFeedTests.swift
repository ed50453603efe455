import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// Feeds that meet at odd places: what is kept in part, files of several feeds, merges, ids that many share.
struct HardFeedTests {
  private let catalog: CatalogBench
  private let a: IngestedFeed
  private let b: IngestedFeed
  private let c: IngestedFeed
  private let d: IngestedFeed

  init() throws {
    catalog = try CatalogBench(inMemory: true)
    func feed(_ number: Int, beside other: IngestedFeed?) throws -> IngestedFeed {
      try IngestedFeed(
        id: "2d3f9e4a-4e5b-5c6d-8e7f-00000000000\(number)", url: "https://\(number).example/feed.xml", beside: other,
        inMemory: true)
    }
    a = try feed(1, beside: nil)
    b = try feed(2, beside: a)
    c = try feed(3, beside: a)
    d = try feed(4, beside: a)
  }

  @discardableResult
  private func publish(_ items: [FeedItem], of feed: IngestedFeed) throws -> [Event] {
    try catalog.apply(try feed.publish(items))
  }

  private func keep(_ parameters: String, of feed: IngestedFeed) throws {
    _ = try catalog.control(#"{"request":"feed.keep","feed":"\#(feed.id)"\#(parameters)}"#)
  }

  private func expectSound() throws {
    #expect(catalog.putAside == [])
    #expect(try catalog.findings() == [])
  }

  private func id(_ guid: String, _ feed: IngestedFeed) -> String {
    Identity.entityID(feedID: feed.id, identifier: guid)
  }

  private func duplicates() throws -> [String: String?] {
    try catalog.episodes().mapValues(\.duplicateOf)
  }

  private func episode(_ number: Int, _ title: String) -> FeedItem {
    item("\(number)", enclosure: "https://x.example/\(number).mp3", title: "\(title) \(number)", day: number)
  }

  @Test func `an item of which nobody can tell what differs does not hold up the rest of its feed`() throws {
    try publish((1...3).map { episode($0, "Old") }, of: a)
    _ = try catalog.findings(after: "DELETE FROM event WHERE subject = '\(id("2", a))'")
    let news = try publish((1...4).map { episode($0, "New") }, of: a)
    #expect(
      Set(news.map { "\($0.name) \($0.subject)" }) == [
        "episode.updated \(id("1", a))", "episode.updated \(id("3", a))", "episode.added \(id("4", a))",
      ])
    #expect(catalog.putAside.count == 1)
    #expect(catalog.putAside[0].hasPrefix("item \(id("2", a)) of feed \(a.id): "), "\(catalog.putAside)")
    #expect(try catalog.quarantinedCount() == 1)
    #expect(try publish((1...5).map { episode($0, "New") }, of: a).map(\.subject) == [id("5", a)])
    #expect(catalog.putAside.count == 1)
  }

  @Test func `an item that cannot be stored does not keep a new feed from being published`() throws {
    _ = try catalog.findings(
      after: """
        CREATE TRIGGER fault BEFORE INSERT ON entity WHEN NEW.item = \(NameHash.item(id("2", a)))
        BEGIN SELECT RAISE(ABORT, 'not this one'); END
        """)
    let news = try publish((1...3).map { episode($0, "Title") }, of: a)
    #expect(news.map(\.name) == ["podcast.added", "episode.added", "episode.added"])
    #expect(Set(try catalog.episodes().keys) == [id("1", a), id("3", a)])
    #expect(catalog.putAside.count == 1 && catalog.putAside[0].contains("not this one"), "\(catalog.putAside)")
    #expect(try catalog.findings(after: "DROP TRIGGER fault") == [])
    // What was put aside comes again with the whole state.
    let again = try catalog.apply(a.events, startsOver: true, completes: true)
    #expect(again.map { "\($0.name) \($0.subject)" } == ["episode.added \(id("2", a))"])
    #expect(try catalog.findings() == [])
  }

  @Test func `of the news of the hour the newest alone are kept, hour after hour`() throws {
    func hour(_ number: Int) -> FeedItem {
      item(
        "hour-\(number)", enclosure: "https://x.example/latest.mp3", title: "News at \(number)",
        link: "https://x.example/news", day: number)
    }
    try publish([hour(1)], of: a)
    try keep(#","newest":1"#, of: a)
    for number in 2...6 {
      let events = try publish([hour(number)], of: a)
      #expect(events.map(\.name) == ["episode.added", "episode.removed"], "hour \(number)")
      #expect(try catalog.list("episodes.list").compactMap { $0["title"] as? String } == ["News at \(number)"])
    }
    try expectSound()
  }

  @Test func `a key of another log that is refused stays refused, however little the other rules tell`() throws {
    func shared(_ name: String, _ day: Int) -> FeedItem {
      item("g", enclosure: "https://x.example/\(name).mp3", title: name, link: "https://x.example/\(name)", day: day)
    }
    try publish([shared("first", 1)], of: a)
    try publish([shared("second", 2), shared("first", 1)], of: a)
    let anew = try IngestedFeed(id: a.id, url: "https://1.example/feed.xml", inMemory: true)
    try anew.publish([shared("third", 3)])
    let news = try catalog.apply(anew.events, startsOver: true, completes: true)
    #expect(news.map(\.name).filter { $0.hasPrefix("episode.") } == ["episode.added"])
    #expect(try catalog.episodes().count == 3)
    #expect(
      try catalog.apply(try anew.publish([shared("third", 3), shared("fourth", 4)])).map(\.name).contains(
        "episode.added"))
    try expectSound()
  }

  @Test func `nobody is the duplicate of what is not published`() throws {
    let shared = item("1", enclosure: "https://x.example/x.mp3", title: "Shared", day: 1)
    try publish([shared], of: a)
    try publish([item("2", enclosure: "https://x.example/2.mp3", title: "Two", day: 9)], of: b)
    try keep(#","newest":1"#, of: b)
    try publish([shared, item("2", enclosure: "https://x.example/2.mp3", title: "Two", day: 9)], of: b)
    try publish([shared], of: c)
    #expect(try duplicates()[id("1", c)] == id("1", a))
    try catalog.apply(try a.tell(.unfollowed, .unfollowed, purge: true))
    #expect(try duplicates()[id("1", c)] == .some(nil))
    try publish([shared], of: d)
    #expect(try duplicates()[id("1", d)] == id("1", c))
    try expectSound()
  }

  @Test func `an episode that takes over a file is the duplicate of what had it before, whichever was there first`()
    throws
  {
    try publish([item("1", enclosure: "https://x.example/1.mp3", title: "One", day: 1)], of: a)
    try publish([item("2", enclosure: "https://x.example/2.mp3", title: "Two", day: 2)], of: b)
    try publish([item("1", enclosure: "https://x.example/2.mp3", title: "One", day: 1)], of: a)
    #expect(try duplicates() == [id("1", a): id("2", b), id("2", b): nil])
    // And no circle comes of it.
    try publish([item("2", enclosure: "https://x.example/1.mp3", title: "Two", day: 2)], of: b)
    try publish([item("2", enclosure: "https://x.example/2.mp3", title: "Two", day: 2)], of: b)
    #expect(try duplicates() == [id("1", a): id("2", b), id("2", b): nil])
    try expectSound()
  }

  @Test func `what one feed has twice is no duplicate of itself once the first is gone`() throws {
    let file = "https://x.example/x.mp3"
    try publish([item("1", enclosure: file, title: "One", day: 1)], of: a)
    try publish(
      [item("2", enclosure: file, title: "Two", day: 2), item("3", enclosure: file, title: "Three", day: 3)], of: b)
    try publish([item("4", enclosure: file, title: "Four", day: 4)], of: c)
    try catalog.apply(try a.tell(.unfollowed, .unfollowed, purge: true))
    let links = try duplicates()
    #expect(links.filter { $0.key != id("4", c) }.values.allSatisfy { $0 == nil })
    #expect(links[id("4", c)] == id("2", b))
    // One more in the feed of the first is none either.
    try publish(
      [
        item("5", enclosure: file, title: "Five", day: 5), item("2", enclosure: file, title: "Two", day: 2),
        item("3", enclosure: file, title: "Three", day: 3),
      ], of: b)
    #expect(try duplicates()[id("5", b)] == .some(nil))
    try expectSound()
  }

  @Test func `feeds of which each gives all of its items one id and one link become one by their files`() throws {
    func items(_ mark: String) -> [FeedItem] {
      (1...60).map { (number: Int) in
        item(
          "g", enclosure: "https://x.example/\(number).mp3", title: "\(mark) \(number)", link: "https://x.example/page",
          day: number)
      }
    }
    try publish(items("A"), of: a)
    try publish(items("B"), of: b)
    let events = try catalog.apply(try b.merge(into: a))
    #expect(events.map(\.name).filter { $0 == "episode.removed" }.count == 60)
    #expect(events.last?.name == "podcast.removed")
    #expect(try catalog.episodes().values.allSatisfy { $0.podcastID == a.id && $0.duplicateOf == nil })
    try expectSound()
  }

  @Test func `what a merged feed announced waits no more`() throws {
    func premiere(_ hasMedia: Bool) -> FeedItem {
      var premiere = item("live", title: "Live", link: "https://x.example/live", day: 1)
      premiere.videoID = "live"
      if hasMedia { premiere.media = [MediaContent(url: "https://x.example/live.mp4", type: "video/mp4")] }
      return premiere
    }
    try publish([premiere(true)], of: a)
    try publish([premiere(false)], of: b)
    #expect(try catalog.pendingCount() == 1)
    try catalog.apply(try a.merge(into: b))
    #expect(try catalog.list("videos.list").count == 1)
    // The survivor's comes out, and takes the place of the other's.
    let events = try publish([premiere(true)], of: b)
    #expect(events.map(\.name) == ["video.added", "video.removed", "channel.removed"])
    #expect(try catalog.pendingCount() == 0)
    try publish([premiere(false)], of: c)
    try catalog.apply(try c.merge(into: b))
    #expect(try catalog.pendingCount() == 0)
    try expectSound()
  }

  @Test func `a channel's name of any length leaves its videos room`() throws {
    var video = item("1", enclosure: nil, title: "One", link: "https://x.example/1", day: 1)
    video.videoID = "1"
    video.media = [MediaContent(url: "https://x.example/1.mp4", type: "video/mp4")]
    video.description = String(repeating: "x", count: 950_000)
    let name = String(repeating: "Name ", count: 40_000)
    let events = try catalog.apply(try a.publish([video], title: name))
    try #require(events.map(\.name) == ["channel.added", "video.added"])
    let channel = try #require(try events[1].decode(VideoEvent.self).video.channel)
    #expect(try #require(channel.name).utf8.count <= 2_048)
    #expect(try events[0].decode(ChannelEvent.self).channel.name == name)
    try expectSound()
  }
}
