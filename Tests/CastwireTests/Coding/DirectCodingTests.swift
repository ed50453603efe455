import Castwire
import CastwireBus
import Foundation
import MessageCoding
import TestSupport
import Testing

/// The types that read and write their members themselves do it as their Codable would, which Foundation's coders use.
struct DirectCodingTests {
  private static let itemEvent = ItemEvent(
    feed: Examples.feedID, document: 17, item: Examples.item, initial: true, identifierCount: 2, linkCount: 1,
    enclosureCount: 3, truncated: ["contentHTML", "link"])
  private static let episodeEvent = EpisodeEvent(
    episode: Examples.episode, revision: 3, changed: ["title"], initial: true, firstSeen: Examples.date,
    matchedBy: "link", truncated: ["people"])
  private static let cellEvent = CellEvent(
    kind: .episode, locale: "en_US", cell: ["title": "Low water"], entity: Examples.episodeID, staleAt: Examples.date,
    reason: .stale, initial: false)

  private static let videoEvent = VideoEvent(
    video: Examples.video, revision: 3, changed: ["numberOfViews"], initial: true, firstSeen: Examples.date,
    matchedBy: "link", truncated: ["description"])
  private static let photoEvent = PhotoEvent(
    photo: Examples.photo, revision: 3, changed: ["title"], initial: true, firstSeen: Examples.date,
    matchedBy: "link", truncated: ["description"])

  @Test func `the hot messages are coded directly`() {
    #expect(Self.videoEvent as Any is any DirectlyCoded)
    #expect(Self.photoEvent as Any is any DirectlyCoded)
    #expect(Examples.videoCell as Any is any DirectlyCoded)
    #expect(ModelSchemaTests.cell(Examples.episode) as Any is any DirectlyCoded)
    #expect(Self.itemEvent as Any is any DirectlyCoded)
    #expect(Self.episodeEvent as Any is any DirectlyCoded)
    #expect(Self.cellEvent as Any is any DirectlyCoded)
  }

  /// With all fields, and with each left out, null or alone: a field that the direct way forgets would be lost here.
  private func expectSame<Message: Codable & Equatable>(_ message: Message) throws {
    var tried = 0
    for variant in Variants.of(try JSONSerialization.jsonObject(with: Data(FoundationCoder.encode(message)))) {
      let json = Array(try JSONSerialization.data(withJSONObject: variant, options: .fragmentsAllowed))
      let comparison = CoderComparison(Message.self, json)
      #expect(comparison.fault == nil, "\(String(decoding: json, as: UTF8.self))")
      if comparison.isRead { tried += 1 }
    }
    #expect(tried > 4)
  }

  @Test func items() throws {
    try expectSame(Self.itemEvent)
    try expectSame(Examples.item)
    try expectSame(Examples.enclosure)
  }

  @Test func episodes() throws {
    try expectSame(Self.episodeEvent)
    try expectSame(Examples.episode)
  }

  @Test func videos() throws {
    try expectSame(Self.videoEvent)
    try expectSame(Examples.video)
    try expectSame(ChannelSummary(Examples.channel))
  }

  @Test func photos() throws {
    try expectSame(Self.photoEvent)
    try expectSame(Examples.photo)
  }

  @Test func `cells of every kind`() throws {
    try expectSame(ModelSchemaTests.cellUpdated(Examples.episode, Examples.date))
    try expectSame(
      CellEvent(
        kind: .video, locale: "en_US", cell: Examples.videoCell, entity: Examples.videoID, staleAt: Examples.date,
        reason: .stale, initial: false))
    try expectSame(Examples.loadedPhotoCell)
  }

  @Test func cells() throws {
    try expectSame(Self.cellEvent)
  }

  @Test func `usual items are coded directly to the end`() throws {
    var item = FeedItem()
    item.identifier = "a"
    item.identifierRule = .guid
    item.title = "b"
    item.publicationDate = Examples.date
    item.duration = 1.5
    item.enclosures = [Examples.enclosure, Enclosure(url: "x")]
    item.categories = ["c", "d"]
    try expectSame(item)
    try expectSame(
      ItemEvent(
        feed: "f", document: 1, item: item, initial: false, identifierCount: 1, linkCount: 0, enclosureCount: 0))
    try expectSame(
      EpisodeEvent(episode: Episode(id: "e", podcastID: "f", item: item), revision: 1, changed: [], initial: false))
  }

  @Test(arguments: 1...4)
  func `messages of whatever fields are the same through both coders`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func check<Message: Codable & Equatable>(_ message: Message) throws {
      let whole = try JSONSerialization.jsonObject(with: Data(FoundationCoder.encode(message)))
      for _ in 0..<60 {
        let variant = Variants.thinned(whole, using: &generator)
        let json = Array(try JSONSerialization.data(withJSONObject: variant, options: .fragmentsAllowed))
        #expect(CoderComparison(Message.self, json).fault == nil, "\(String(decoding: json, as: UTF8.self))")
      }
    }
    try check(Self.itemEvent)
    try check(Self.episodeEvent)
    try check(Self.cellEvent)
    try check(Self.videoEvent)
    try check(Self.photoEvent)
    try check(ChannelEvent(channel: Examples.channel, revision: 3, changed: ["name"], initial: false))
    try check(PhotoStreamEvent(photoStream: Examples.photoStream, revision: 3, changed: [], initial: false))
    try check(
      FeedEvent(
        feed: Examples.feed, document: 17, reason: "x", changed: ["title"], purge: false, truncated: ["description"]))
    try check(PodcastEvent(podcast: Examples.podcast, revision: 3, changed: ["title"], initial: false))
    try check(ItemLeftEvent(feed: Examples.feedID, document: 18, reason: .window))
    try check(RemovedEvent(duplicateOf: Examples.episodeID))
    try check(CellRemovedEvent(kind: .episode, locale: "en_US", entity: Examples.episodeID))
    try check(
      FeedReport(
        feed: Examples.feed, reason: "no answer", document: 17, itemCount: 300, lastPoll: Examples.date,
        nextPoll: Examples.date))
    try check(Examples.parsed)
  }

  @Test func `an error has the place that Codable would give it`() throws {
    for (json, path) in [
      (#"{"feed":"f","document":1,"item":{"duration":"x"},"initial":true}"#, "item.duration"),
      (#"{"feed":"f","document":1,"item":{"enclosures":[{"url":"x"},{}]},"initial":true}"#, "item.enclosures.1"),
      (#"{"feed":"f","document":1,"item":{"categories":["x",1]},"initial":true}"#, "item.categories.1"),
      (#"{"feed":"f","document":1,"item":{},"initial":true}"#, ""),
      (#"{"feed":"f","document":1,"item":{"enclosures":{}},"initial":true}"#, "item.enclosures"),
      (#"{"feed":null,"document":1,"item":{},"initial":true}"#, "feed"),
    ] {
      let error = try #require(
        throws: DecodingError.self, performing: { try BusCoder.decode(ItemEvent.self, from: Array(json.utf8)) })
      switch error {
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
        .dataCorrupted(let context):
        #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == path)
      @unknown default: Issue.record("\(error)")
      }
    }
    var item = FeedItem()
    item.duration = .infinity
    #expect(throws: EncodingError.self) { try BusCoder.encode(item) }
  }
}

/// JSON values that differ from one in a single place.
private enum Variants {
  /// The value itself; then each member left out, null, of another type, or alone, and the same within each member.
  static func of(_ value: Any) -> [Any] {
    var variants = [value]
    switch value {
    case let object as [String: Any]:
      for (name, member) in object {
        variants.append(object.filter { $0.key != name })
        variants.append([name: member])
        variants.append(object.merging([name: NSNull()]) { $1 })
        variants.append(object.merging([name: ["x": 1]]) { $1 })
        variants.append(object.merging([name: "x"]) { $1 })
        variants.append(object.merging([name: 1.5]) { $1 })
        variants.append(object.merging(["unknown": [1, "x"]]) { $1 })
        for inner in of(member).dropFirst() { variants.append(object.merging([name: inner]) { $1 }) }
      }
    case let list as [Any]:
      variants.append([])
      variants.append(list + [NSNull()])
      if let first = list.first { variants += of(first).dropFirst().map { [$0] } }
    default: break
    }
    return variants
  }

  /// The value with some of its members.
  static func thinned(_ value: Any, using generator: inout SeededGenerator) -> Any {
    switch value {
    case let object as [String: Any]:
      var thinned: [String: Any] = [:]
      for name in object.keys.sorted() where Int.random(in: 0..<8, using: &generator) > 0 {
        thinned[name] = object[name].map { self.thinned($0, using: &generator) }
      }
      return thinned
    case let list as [Any]:
      return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        list.first.map { thinned($0, using: &generator) } ?? "x"
      }
    default: return value
    }
  }
}
