import Castwire
import CastwireBus
import Foundation
import Testing

/// The data of events in JSON, by section 3 of the contract.
struct MessageCodingTests {
  private func keys(_ value: some Encodable) throws -> Set<String> {
    Set(try object(BusCoder.encode(value)).keys)
  }

  @Test func itemEvents() throws {
    let seen = ItemEvent(
      feed: Examples.feedID, document: 17, item: Examples.item, initial: true, identifierCount: 2, linkCount: 1,
      enclosureCount: 3, truncated: ["contentHTML"])
    try expectRoundTrip(seen)
    #expect(
      try keys(seen)
        == ["feed", "document", "item", "initial", "identifierCount", "linkCount", "enclosureCount", "truncated"])
    let left = ItemLeftEvent(feed: Examples.feedID, document: 18, reason: .window)
    try expectRoundTrip(left)
    #expect(
      String(decoding: try BusCoder.encode(left), as: UTF8.self)
        == #"{"document":18,"feed":"bab2ba12-9757-5da6-a770-0e70e6bcf214","reason":"window"}"#)
  }

  @Test func feedEvents() throws {
    let updated = FeedEvent(
      feed: Examples.feed, document: 17, reason: "moved for good", changed: ["title"], purge: false,
      mergedInto: Examples.feedID, from: "https://a.example/", to: "https://b.example/", truncated: ["description"])
    try expectRoundTrip(updated)
    #expect(missingFields(of: updated) == [])
    #expect(
      try keys(updated)
        == ["feed", "document", "reason", "changed", "purge", "mergedInto", "from", "to", "truncated"])
    let followed = FeedEvent(
      feed: Feed(id: Examples.feedID, url: "https://example.org/feed.xml", state: .active))
    try expectRoundTrip(followed)
    #expect(
      String(decoding: try BusCoder.encode(followed), as: UTF8.self)
        == #"{"feed":{"id":"bab2ba12-9757-5da6-a770-0e70e6bcf214","state":"active","#
        + #""url":"https://example.org/feed.xml"}}"#)
  }

  @Test func catalogEvents() throws {
    let podcast = PodcastEvent(
      podcast: Examples.podcast, revision: 3, changed: ["title"], initial: false, truncated: ["description"])
    try expectRoundTrip(podcast)
    #expect(try keys(podcast) == ["podcast", "revision", "changed", "initial", "truncated"])
    let episode = EpisodeEvent(
      episode: Examples.episode, revision: 1, changed: [], initial: true, firstSeen: Examples.date,
      matchedBy: "link", truncated: ["people"])
    try expectRoundTrip(episode)
    #expect(
      try keys(episode) == ["episode", "revision", "changed", "initial", "firstSeen", "matchedBy", "truncated"])
    #expect(try keys(RemovedEvent()) == [])
    #expect(try keys(RemovedEvent(duplicateOf: Examples.episodeID)) == ["duplicateOf"])
    try expectRoundTrip(RemovedEvent(duplicateOf: Examples.episodeID))
  }

  @Test func `the catalog's events of the other kinds`() throws {
    let rest: Set = ["revision", "changed", "initial", "truncated"]
    let channel = ChannelEvent(
      channel: Examples.channel, revision: 3, changed: ["name"], initial: false, truncated: ["description"])
    try expectRoundTrip(channel)
    #expect(try keys(channel) == rest.union(["channel"]))
    let video = VideoEvent(
      video: Examples.video, revision: 3, changed: ["title"], initial: false, firstSeen: Examples.date,
      matchedBy: "link", truncated: ["description"])
    try expectRoundTrip(video)
    #expect(try keys(video) == rest.union(["video", "firstSeen", "matchedBy"]))
    let stream = PhotoStreamEvent(
      photoStream: Examples.photoStream, revision: 3, changed: ["title"], initial: false, truncated: ["title"])
    try expectRoundTrip(stream)
    #expect(try keys(stream) == rest.union(["photostream"]))
    let photo = PhotoEvent(
      photo: Examples.photo, revision: 3, changed: ["title"], initial: false, firstSeen: Examples.date,
      matchedBy: "link", truncated: ["description"])
    try expectRoundTrip(photo)
    #expect(try keys(photo) == rest.union(["photo", "firstSeen", "matchedBy"]))
  }

  @Test func `cells of videos and photos`() throws {
    func event<Cell>(_ kind: CellKind, _ cell: Cell) -> CellEvent<Cell> {
      CellEvent(kind: kind, locale: "en_US", cell: cell, entity: Examples.videoID, reason: .new, initial: false)
    }
    let video = event(.video, Examples.videoCell)
    try expectRoundTrip(video)
    #expect(
      try object(BusCoder.encode(video))["cell"] as? [String: String] == [
        "title": "Low water", "subtitle": "Salt & Tide • 1,604,684,607 views • 2 years ago",
        "thumbnailURL": "https://example.org/1.jpg", "profileImageURL": "https://example.org/tide.jpg",
      ])
    for cell in [Examples.photoCell, Examples.loadedPhotoCell, Examples.failedPhotoCell] {
      try expectRoundTrip(event(.photo, cell))
    }
    #expect(
      String(decoding: try BusCoder.encode(Examples.photoCell), as: UTF8.self)
        == #"{"imageURL":"https://example.org/1-b.jpg","state":"loading","thumbnailURL":"https://example.org/1.jpg","#
        + #""title":"Low water"}"#)
    #expect(try object(BusCoder.encode(Examples.failedPhotoCell))["reason"] as? String == "no such picture")
    let image = try #require(try object(BusCoder.encode(Examples.loadedPhotoCell))["image"] as? [String: Any])
    #expect(image["url"] as? String == "https://example.org/1-b.jpg")
    #expect(image["width"] as? Int == 1024 && image["height"] as? Int == 683 && image.count == 3)
  }

  @Test func cellEvents() throws {
    let cell = EpisodeCellViewModel(
      episode: Examples.episode,
      context: FormattingContext(locale: Locale(identifier: "en_US"), timeZone: .gmt, now: Examples.date))
    let event = CellEvent(
      kind: .episode, locale: "en_US", cell: cell, entity: Examples.episodeID, staleAt: Examples.date, reason: .new,
      initial: false)
    try expectRoundTrip(event)
    #expect(missingFields(of: event) == [])
    #expect(try keys(event) == ["kind", "locale", "cell", "entity", "staleAt", "reason", "initial"])
    #expect(
      try object(BusCoder.encode(event))["cell"] as? [String: String] == [
        "title": "Low water", "info": "1 hr, 42 min, 28 sec • 5/3/24", "description": "Line\nnext",
      ])
  }

  @Test func cellsThatAreTakenBack() throws {
    let removed = CellRemovedEvent(kind: .episode, locale: "en_US", entity: Examples.episodeID)
    try expectRoundTrip(removed)
    #expect(try keys(removed) == ["kind", "locale", "entity"])
  }

  @Test func feedReports() throws {
    let report = FeedReport(
      feed: Examples.feed, reason: "no answer", document: 17, itemCount: 300, lastPoll: Examples.date,
      nextPoll: Examples.date + 1_800,
      push: PushReport(
        hub: "https://hub.example.org/", state: "active", leaseEnd: Examples.date, lastDelivery: Examples.date))
    try expectRoundTrip(report)
    #expect(missingFields(of: report) == [])
    #expect(
      try keys(report)
        == ModelCodingTests.feedKeys.union([
          "id", "url", "state", "kind", "reason", "document", "itemCount", "lastPoll", "nextPoll", "push",
        ]))
    #expect(try object(BusCoder.encode(report))["lastPoll"] as? String == "2024-05-03T14:30:00Z")
  }

  @Test func whatIsNotSaidIsNotWritten() throws {
    #expect(
      try keys(EpisodeEvent(episode: Examples.episode, revision: 1, changed: [], initial: true))
        == ["episode", "revision", "changed", "initial"])
    #expect(
      try keys(PodcastEvent(podcast: Examples.podcast, revision: 1, changed: [], initial: true))
        == ["podcast", "revision", "changed", "initial"])
    #expect(
      try keys(
        FeedReport(
          feed: Feed(id: "1", url: "x", state: .gone), reason: nil, document: 0, itemCount: 0, lastPoll: nil,
          nextPoll: nil))
        == ["id", "url", "state", "document", "itemCount"])
  }

  @Test func statesHaveTheNamesOfTheContract() throws {
    let states = [FeedState.active, .failing, .gone, .unfollowed]
    #expect(states.map(\.rawValue) == ["active", "failing", "gone", "unfollowed"])
    #expect(FeedKind.allCases.map(\.rawValue) == ["podcast", "channel", "photostream"])
    #expect([ItemLeftEvent.Reason.missing, .window].map(\.rawValue) == ["missing", "window"])
    #expect(
      [IdentifierRule.guid, .link, .enclosure, .digest].map(\.rawValue) == ["guid", "link", "enclosure", "digest"])
  }

  @Test func verbsAndReasonsHaveTheNamesOfTheContract() {
    #expect(
      FeedEvent.Verb.allCases.map(\.rawValue) == [
        "followed", "updated", "failing", "recovered", "throttled", "moved", "gone", "unfollowed",
      ])
    #expect(ItemEvent.Verb.allCases.map(\.rawValue) == ["seen", "viewed", "left"])
    #expect(PodcastEvent.Verb.allCases.map(\.rawValue) == ["added", "updated", "removed"])
    #expect(
      EpisodeEvent.Verb.allCases.map(\.rawValue) == ["added", "updated", "withdrawn", "restored", "removed"])
    #expect(ChannelEvent.Verb.allCases.map(\.rawValue) == ["added", "updated", "removed"])
    #expect(
      VideoEvent.Verb.allCases.map(\.rawValue) == [
        "added", "updated", "withdrawn", "restored", "viewed", "removed",
      ])
    #expect(PhotoStreamEvent.Verb.allCases.map(\.rawValue) == ["added", "updated", "removed"])
    #expect(PhotoEvent.Verb.allCases.map(\.rawValue) == ["added", "updated", "withdrawn", "restored", "removed"])
    #expect(CellVerb.allCases.map(\.rawValue) == ["updated", "removed"])
    #expect(CellKind.allCases.map(\.rawValue) == ["episode", "video", "photo"])
    #expect(CellReason.allCases.map(\.rawValue) == ["new", "changed", "stale", "rebuilt"])
    #expect(EventType.name(family: "episode", verb: "added") == "castwire.episode.added.v1")
    #expect(EventType.schema(family: "episode") == "urn:castwire:schema:episode:1")
  }

  @Test func aMissingFieldIsNamed() throws {
    let error = try #require(throws: DecodingError.self) {
      try BusCoder.decode(EpisodeEvent.self, from: Array(#"{"revision":1,"changed":[],"initial":false}"#.utf8))
    }
    guard case .keyNotFound(let key, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(key.stringValue == "episode")
  }

  @Test func aNumberThatJSONCannotHoldIsRefused() {
    var item = FeedItem()
    item.duration = .nan
    #expect(throws: EncodingError.self) { try BusCoder.encode(item) }
  }
}
