import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// What the catalog makes of feed-ingest's events: states, revisions, and no event without a change.
struct CatalogServiceTests {
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  private func one(_ number: Int, title: String? = nil) -> FeedItem {
    item("\(number)", enclosure: "https://x/\(number).mp3", title: title ?? "Title \(number)", day: number)
  }

  @discardableResult
  private func publish(_ items: [FeedItem], title: String = "A Feed") throws -> [Event] {
    try catalog.apply(try feed.publish(items, title: title))
  }

  @Test func `a feed's first document is initial, and what comes later is not`() throws {
    let first = try publish([one(2), one(1)])
    try #require(first.map(\.name) == ["podcast.added", "episode.added", "episode.added"])
    #expect(try first[0].decode(PodcastEvent.self).initial)
    #expect(try first.dropFirst().allSatisfy { try $0.decode(EpisodeEvent.self).initial })
    let second = try publish([one(3), one(2), one(1)])
    try #require(second.map(\.name) == ["episode.added"])
    #expect(try !second[0].decode(EpisodeEvent.self).initial)
    #expect(second[0].traceparent == feed.events.last?.traceparent)
    #expect(feed.events.map(\.causationID).contains(try causation(second[0])))
  }

  private func causation(_ event: Event) throws -> String {
    let json = try #require(JSONSerialization.jsonObject(with: Data(event.json)) as? [String: Any])
    return try #require(json["causationid"] as? String)
  }

  @Test func `revisions count up and name what changed`() throws {
    let id = try publish([one(1)])[1].subject
    for (revision, title) in ["A", "B", "C"].enumerated() {
      let events = try publish([one(1, title: title)])
      let message = try events[0].decode(EpisodeEvent.self)
      try #require(events.map(\.subject) == [id])
      #expect(message.revision == revision + 2)
      #expect(message.changed == ["title"])
    }
    let podcast = try publish([one(1, title: "C")], title: "Another name")
    try #require(podcast.map(\.name) == ["podcast.updated"])
    let message = try podcast[0].decode(PodcastEvent.self)
    #expect(message.revision == 2)
    #expect(message.changed == ["title"])
    #expect(!message.initial)
  }

  @Test func `what is taken out is withdrawn and restored, what leaves the window is neither`() throws {
    try publish([one(4), one(3), one(2), one(1)])
    let gone = try publish([one(4), one(2)])
    try #require(gone.map(\.name) == ["episode.withdrawn"])
    let message = try gone[0].decode(EpisodeEvent.self)
    #expect(message.episode.withdrawn)
    #expect(message.episode.title == "Title 3")
    #expect(message.changed == ["withdrawn"])
    let back = try publish([one(4), one(3), one(2), one(1)])
    try #require(back.map(\.name) == ["episode.restored"])
    #expect(try back[0].decode(EpisodeEvent.self).changed == ["withdrawn"])
    #expect(try back[0].decode(EpisodeEvent.self).revision == 3)
    #expect(try catalog.episodes().values.allSatisfy { !$0.withdrawn })
  }

  @Test func `an episode that is withdrawn and comes back changed is restored with the change`() throws {
    try publish([one(3), one(2), one(1)])
    try publish([one(3), one(1)])
    let back = try publish([one(3), one(2, title: "New"), one(1)])
    try #require(back.map(\.name) == ["episode.restored"])
    #expect(try back[0].decode(EpisodeEvent.self).changed == ["title", "withdrawn"])
  }

  @Test func `a podcast says what became of its feed`() throws {
    #expect(try catalog.apply(try feed.tell(.followed, .active)).isEmpty)
    #expect(try catalog.apply(try feed.tell(.failing, .failing, reason: "no answer")).isEmpty)
    try publish([one(1)])
    for (verb, state) in [
      (FeedEvent.Verb.failing, FeedState.failing), (.gone, .gone), (.unfollowed, .unfollowed), (.followed, .active),
      (.failing, .failing), (.recovered, .active),
    ] {
      let events = try catalog.apply(try feed.tell(verb, state))
      try #require(events.map(\.name) == ["podcast.updated"], "\(verb)")
      #expect(try events[0].decode(PodcastEvent.self).podcast.state == state)
      #expect(try events[0].decode(PodcastEvent.self).changed == ["state"])
    }
    #expect(try catalog.apply(try feed.tell(.recovered, .active)).isEmpty)
    #expect(try catalog.episodes().count == 1)
  }

  @Test func `a purge removes all of a feed once, and following it again brings all of it as new`() throws {
    let ids = try publish([one(2), one(1)]).dropFirst().map(\.subject)
    let removed = try catalog.apply(try feed.tell(.unfollowed, .unfollowed, purge: true))
    #expect(removed.map(\.name) == ["episode.removed", "episode.removed", "podcast.removed"])
    #expect(Set(removed.dropLast().map(\.subject)) == Set(ids))
    #expect(try catalog.episodes().isEmpty)
    #expect(try catalog.list("podcasts.list").isEmpty)
    #expect(try catalog.apply(try feed.tell(.unfollowed, .unfollowed, purge: true)).isEmpty)
    try catalog.apply(try feed.tell(.followed, .active))
    let again = try publish([one(2), one(1)])
    try #require(again.map(\.name) == ["podcast.added", "episode.added", "episode.added"])
    #expect(again.dropFirst().map(\.subject) == ids)
    #expect(try again[0].decode(PodcastEvent.self).initial)
    #expect(try again.dropFirst().allSatisfy { try $0.decode(EpisodeEvent.self).revision == 1 })
  }

  @Test(arguments: ["castwire.item.praised.v1", "castwire.weather.seen.v1", "castwire.item.seen.v2"])
  func `families, verbs and versions of the future are passed over`(type: String) throws {
    let events = try feed.publish([one(1)]).map { event in
      try Event(
        json: Array(
          String(decoding: event.json, as: UTF8.self).replacing("castwire.item.seen.v1", with: type).utf8))
    }
    #expect(try catalog.apply(events).map(\.name) == ["podcast.added"])
    #expect(catalog.putAside.isEmpty)
  }

  @Test func `views change no episode`() throws {
    var viewed = one(1)
    viewed.numberOfViews = 10
    try publish([viewed])
    viewed.numberOfViews = 11
    #expect(try publish([viewed]).isEmpty)
  }

  // MARK: What goes wrong on the way

  @Test func `an item that cannot be read is put aside alone`() throws {
    var events = try feed.publish([one(2), one(1)])
    events[0] = try Event(
      json: Array(String(decoding: events[0].json, as: UTF8.self).replacing("\"document\"", with: "\"dokument\"").utf8))
    #expect(try catalog.apply(events).map(\.name) == ["podcast.added", "episode.added"])
    #expect(catalog.putAside.count == 1)
    #expect(try publish([one(3), one(2), one(1)]).map(\.name) == ["episode.added"])
  }

  @Test func `items whose close was put aside are taken in with the next document, each once`() throws {
    let first = try feed.publish([one(2), one(1)])
    try catalog.apply(first.dropLast())
    try catalog.reopen()
    let events = try publish([one(3), one(2, title: "Two"), one(1)])
    try #require(
      events.map(\.name) == ["podcast.added", "episode.added", "episode.added", "episode.added", "episode.updated"])
    let updated = try events[4].decode(EpisodeEvent.self)
    #expect(updated.revision == 2)
    #expect(updated.episode.title == "Two")
    #expect(try catalog.episodes().count == 3)
  }

  @Test func `what one document had apart stays apart, although its close was put aside`() throws {
    let one = item("1", enclosure: "https://x/1.mp3", title: "One", link: "https://x/1", day: 1)
    var copy = one
    copy.identifier = "2"
    try publish([one])
    try catalog.apply(try feed.publish([copy, one]).dropLast())
    try catalog.apply(try feed.publish([copy]))
    #expect(try catalog.episodes().count == 2)
  }

  // MARK: Another log

  @Test func `the same events from another log change nothing`() throws {
    try publish([one(3), one(2), one(1)])
    try publish([one(3, title: "Three"), one(2), one(1)])
    try publish([one(3, title: "Three"), one(1)], title: "Renamed")
    try publish([one(3, title: "Third"), one(2), one(1)], title: "Renamed")
    let before = try catalog.episodes()
    let log = "6f1f3c0e-8a54-4f0b-9d8e-2b1c7c6f5a01"
    let events = try feed.events.map { try $0.inLog(log) }
    // A page at a time, with a restart in between.
    #expect(try catalog.apply(Array(events.prefix(4)), startsOver: true).isEmpty)
    try catalog.reopen()
    #expect(try catalog.apply(Array(events.dropFirst(4))).isEmpty)
    #expect(try catalog.apply([], completes: true).isEmpty)
    #expect(try catalog.episodes() == before)
    #expect(catalog.putAside.isEmpty)
    // Events are applied at once again.
    let next = try feed.publish([one(4), one(3, title: "Third"), one(2), one(1)], title: "Renamed")
    #expect(try catalog.apply(try next.map { try $0.inLog(log) }).map(\.name) == ["episode.added"])
  }

  @Test func `a feed-ingest that lost its data finds the same episodes under other keys`() throws {
    func shared(_ number: Int) -> FeedItem {
      item("guid", enclosure: "https://x/\(number).mp3", title: "Title \(number)", day: number)
    }
    // Seen alone at first, the one has the identifier to itself; in the new log both share it from the start.
    try publish([shared(1)])
    try publish([shared(2), shared(1)])
    let before = try catalog.episodes()
    let anew = try IngestedFeed()
    try anew.publish([shared(2), shared(1)])
    #expect(try catalog.apply(anew.events, startsOver: true, completes: true).isEmpty)
    #expect(try catalog.episodes() == before)
    let events = try catalog.apply(try anew.publish([shared(3), shared(2), shared(1)]))
    try #require(events.map(\.name) == ["episode.added"])
  }

  @Test func `a feed that another log does not know is unfollowed, and its episodes stay`() throws {
    try publish([one(1)])
    let other = try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/feed.xml")
    try other.publish([one(1)])
    let events = try catalog.apply(other.events, startsOver: true, completes: true)
    try #require(events.map(\.name) == ["podcast.added", "episode.added", "podcast.updated"])
    #expect(events[2].subject == feed.id)
    #expect(try events[2].decode(PodcastEvent.self).podcast.state == .unfollowed)
    #expect(try catalog.episodes().count == 2)
  }

  @Test(arguments: [true, false])
  func `a log of each subject's newest event alone gives the present state`(isFirst: Bool) throws {
    try feed.publish([one(2), one(1)])
    try feed.publish([one(3), one(2, title: "Two"), one(1)])
    try feed.tell(.failing, .failing, reason: "no answer")
    var newest: [String: Event] = [:]
    for event in feed.events { newest[event.subject] = event }
    let compacted = newest.values.sorted { $0.sequence < $1.sequence }
    // A catalog that has something already, of another feed.
    let other = try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/feed.xml")
    try catalog.apply(try other.publish([one(1)]))
    let events = try catalog.apply(compacted, startsOver: !isFirst, completes: true)
    #expect(events.map(\.name).filter { $0 == "episode.added" }.count == 3)
    #expect(try catalog.ask(#"{"request":"podcast.get","id":"\#(feed.id)"}"#)["state"] as? String == "failing")
    #expect(try catalog.episodes().values.contains { $0.title == "Two" })
  }
}
