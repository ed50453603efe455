import Castwire
import CastwireBus
import TestSupport
import Testing

@testable import Catalog

/// What waits for something to play or to show is whatever it then turns out to be.
struct PendingKindTests {
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  private static func item(_ guid: String, _ file: String?, type: String = "video/mp4") -> FeedItem {
    var item = TestSupport.item(guid, title: guid, link: "https://x.example/\(guid)", day: 1)
    item.enclosureURL = file
    item.enclosures = file.map { [Enclosure(url: $0, type: type)] }
    return item
  }

  private func publish(_ items: FeedItem...) throws -> [String] {
    try catalog.apply(try feed.publish(items)).map(\.name)
  }

  private static let first = item("first", "https://x.example/1.mp4")

  @Test func `what was announced in a channel and turns out to be sound is an episode`() throws {
    #expect(try publish(Self.first) == ["channel.added", "video.added"])
    #expect(try publish(Self.item("second", nil), Self.first).isEmpty)
    try catalog.reopen()
    #expect(
      try publish(Self.item("second", "https://x.example/2.mp3", type: "audio/mpeg"), Self.first)
        == ["podcast.added", "episode.added"])
    #expect(try catalog.list("videos.list").count == 1)
    #expect(try catalog.list("episodes.list").compactMap { $0["title"] as? String } == ["second"])
  }

  @Test func `what is published keeps its kind whatever it is then`() throws {
    _ = try publish(Self.first)
    #expect(try publish(Self.item("first", "https://x.example/1.mp3", type: "audio/mpeg")) == ["video.updated"])
    #expect(try catalog.list("episodes.list").isEmpty)
  }
}
