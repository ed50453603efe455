import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// The schemas of models and of events' data beside the types that write them.
struct ModelSchemaTests {
  private let contract: Contract

  init() throws {
    contract = try Contract()
  }

  private static func model(
    _ name: String, _ full: some Encodable, _ minimal: some Encodable
  ) throws -> ContractExample {
    try ContractExample(
      "urn:castwire:schema:model:\(name):1", full: BusCoder.encode(full), minimal: BusCoder.encode(minimal))
  }

  private static func data(_ name: String, _ full: some Encodable, _ minimal: some Encodable) throws -> ContractExample
  {
    try ContractExample("urn:castwire:schema:\(name):1", full: BusCoder.encode(full), minimal: BusCoder.encode(minimal))
  }

  @Test func `the schemas of an item's parts and the types have the same fields`() async throws {
    let url = "https://example.org/"
    let examples = [
      try Self.model("credit", Examples.credit, Credit(name: "Jo")),
      try Self.model("enclosure", Examples.enclosure, Enclosure(url: url)),
      try Self.model("mediaContent", Examples.media, MediaContent(url: url)),
      try Self.model("person", Examples.person, Person(name: "Jo")),
      try Self.model("thumbnail", Examples.thumbnail, Thumbnail(url: url)),
      try Self.model("transcript", Examples.transcript, Transcript(url: url)),
      try Self.model("alternateEnclosure", Examples.alternate, AlternateEnclosure()),
      try Self.model("feedImage", Examples.image, FeedImage(url: url)),
      try Self.model("funding", Examples.funding, Funding(url: url)),
      try Self.model("license", Examples.license, License(identifier: "mit")),
      try Self.model("location", Examples.location, Location()),
      try Self.model("mediaSource", Examples.source, MediaSource(uri: "magnet:?xt=1")),
      try Self.model("podcastValue", Examples.value, PodcastValue(type: "lightning")),
      try Self.model("remoteItem", Examples.remoteItem, RemoteItem()),
      try Self.model("socialInteract", Examples.conversation, SocialInteract(protocol: "disabled")),
      try Self.model("soundbite", Examples.soundbite, Soundbite(startTime: 0, duration: 1)),
      try Self.model("textRecord", Examples.text, TextRecord(text: "")),
      try Self.model("trailer", Examples.trailer, Trailer(url: url)),
      try Self.model("updateFrequency", Examples.updateFrequency, UpdateFrequency()),
      try Self.model("valueRecipient", Examples.recipient, ValueRecipient(address: "02d5")),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract)
    #expect(problems == [])
  }

  @Test func `the schemas of feeds, items, podcasts, episodes and cells and the types have the same fields`()
    async throws
  {
    let examples = [
      try Self.model("feedDetails", Examples.details, FeedDetails()),
      try Self.model("feedItem", Examples.item, FeedItem()),
      try Self.model("feed", Examples.feed, Self.leastFeed),
      try Self.model("feedReport", Self.report, Self.leastReport),
      try Self.model("pushReport", Self.push, Self.leastPush),
      try Self.model("podcast", Examples.podcast, Self.leastPodcast),
      try Self.model("episode", Examples.episode, Self.leastEpisode),
      try Self.model("episodeCell", Self.cell(Examples.episode), Self.cell(Self.leastEpisode)),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract)
    #expect(problems == [])
  }

  @Test func `the schemas of channels, videos, photos and their cells and the types have the same fields`() async throws
  {
    let examples = [
      try Self.model("channel", Examples.channel, Self.leastChannel),
      try Self.model("channelSummary", ChannelSummary(Examples.channel), ChannelSummary(Self.leastChannel)),
      try Self.model("video", Examples.video, Self.leastVideo),
      try Self.model("photoStream", Examples.photoStream, Self.leastStream),
      try Self.model("photo", Examples.photo, Self.leastPhoto),
      try Self.model(
        "videoCell", Examples.videoCell, VideoCellViewModel(video: Self.leastVideo, context: Examples.context)),
      try Self.model(
        "videoCellLayout", VideoCellLayout(width: 375) { _ in ["Bad Blood featuring", "Kendrick Lamar"] },
        VideoCellLayout(width: 0) { _ in [""] }),
      try Self.model(
        "photoImage", PhotoImage(url: "https://example.org/", width: 1, height: 1),
        PhotoImage(url: "https://example.org/")),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract)
    #expect(problems == [])
  }

  @Test func `the schemas of the data of channels', videos' and photos' events and the types have the same fields`()
    async throws
  {
    let (changed, truncated) = (["title"], ["description"])
    let examples = [
      try Self.data(
        "data:channelRevision",
        ChannelEvent(
          channel: Examples.channel, revision: 2, changed: changed, initial: false, truncated: truncated),
        ChannelEvent(channel: Self.leastChannel, revision: 1, changed: [], initial: true)),
      try Self.data(
        "data:videoRevision",
        VideoEvent(
          video: Examples.video, revision: 2, changed: changed, initial: false, firstSeen: Examples.date,
          matchedBy: "link", truncated: truncated),
        VideoEvent(video: Self.leastVideo, revision: 1, changed: [], initial: true)),
      try Self.data(
        "data:photoStreamRevision",
        PhotoStreamEvent(
          photoStream: Examples.photoStream, revision: 2, changed: changed, initial: false, truncated: truncated),
        PhotoStreamEvent(photoStream: Self.leastStream, revision: 1, changed: [], initial: true)),
      try Self.data(
        "data:photoRevision",
        PhotoEvent(
          photo: Examples.photo, revision: 2, changed: changed, initial: false, firstSeen: Examples.date,
          matchedBy: "link", truncated: truncated),
        PhotoEvent(photo: Self.leastPhoto, revision: 1, changed: [], initial: true)),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract)
    #expect(problems == [])
  }

  @Test func `a photo's cell is valid in each state, and a cell by its kind alone`() async throws {
    let cells = [Examples.photoCell, Examples.loadedPhotoCell, Examples.failedPhotoCell]
    let schema = "urn:castwire:schema:model:photoCell:1"
    var cases = try cells.map { SchemaValidator.Case(schema: schema, json: try BusCoder.encode($0)) }
    func event<Cell>(_ kind: CellKind, _ cell: Cell) throws -> SchemaValidator.Case
    where Cell: Codable & Hashable & Sendable {
      SchemaValidator.Case(
        schema: EventType.schema(family: "cell"),
        json: try BusCoder.encode(
          CellEvent(
            kind: kind, locale: "en_US", cell: cell, entity: Examples.videoID, reason: .new, initial: false)))
    }
    cases += [try event(.video, Examples.videoCell), try event(.photo, Examples.photoCell)]
    #expect(try await SchemaValidator.problems(in: cases) == [])
    let fields = Set(try contract.schema(schema)["properties"]?.object?.keys ?? [:].keys)
    let written = try cells.map { Set(try AnyJSON(try BusCoder.encode($0)).object?.keys ?? [:].keys) }
    #expect(written.reduce([]) { $0.union($1) } == fields)
    let wrong = [try event(.photo, Examples.videoCell), try event(.video, Examples.photoCell)]
    #expect(try await SchemaValidator.errors(in: wrong).allSatisfy { !$0.isEmpty })
  }

  @Test func `the schemas of events' data and the types have the same fields`() async throws {
    let examples = [
      try Self.data(
        "feed",
        FeedEvent(
          feed: Examples.feed, document: 17, reason: "moved", changed: ["title"], purge: false,
          mergedInto: Examples.feedID, from: "https://a.example/", to: "https://b.example/", truncated: ["description"]),
        FeedEvent(feed: Self.leastFeed)),
      try Self.data("data:itemSeen", Self.itemSeen(Examples.item, ["title"]), Self.itemSeen(FeedItem(), nil)),
      try Self.data("data:itemLeft", Self.itemLeft, Self.itemLeft),
      try Self.data(
        "data:podcastRevision",
        PodcastEvent(podcast: Examples.podcast, revision: 2, changed: ["title"], initial: false, truncated: ["title"]),
        PodcastEvent(podcast: Self.leastPodcast, revision: 1, changed: [], initial: true)),
      try Self.data(
        "data:episodeRevision",
        EpisodeEvent(
          episode: Examples.episode, revision: 2, changed: ["title"], initial: false, firstSeen: Examples.date,
          matchedBy: "link", truncated: ["title"]),
        EpisodeEvent(episode: Self.leastEpisode, revision: 1, changed: [], initial: true)),
      try Self.data("data:removed", RemovedEvent(duplicateOf: Examples.episodeID), RemovedEvent()),
      try Self.data(
        "data:cellUpdated", Self.cellUpdated(Examples.episode, Examples.date), Self.cellUpdated(Self.leastEpisode, nil)),
      try Self.data("data:cellRemoved", Self.cellRemoved, Self.cellRemoved),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract)
    #expect(problems == [])
  }

  /// A schema's `$id`, a field of it, and the names that the type has for its values.
  static let enumerations: [(schema: String, field: String, names: [String])] = [
    ("model:feed", "state", FeedState.allCases.map(\.rawValue)),
    ("model:podcast", "state", FeedState.allCases.map(\.rawValue)),
    ("model:channel", "state", FeedState.allCases.map(\.rawValue)),
    ("model:photoStream", "state", FeedState.allCases.map(\.rawValue)),
    ("model:feed", "kind", FeedKind.allCases.map(\.rawValue)),
    ("model:feedItem", "identifierRule", IdentifierRule.allCases.map(\.rawValue)),
    ("data:itemLeft", "reason", ItemLeftEvent.Reason.allCases.map(\.rawValue)),
    ("data:cellUpdated", "kind", CellKind.allCases.map(\.rawValue)),
    ("data:cellRemoved", "kind", CellKind.allCases.map(\.rawValue)),
    ("model:cell", "kind", CellKind.allCases.map(\.rawValue)),
    ("data:cellUpdated", "reason", CellReason.allCases.map(\.rawValue)),
    ("reply:error", "code", RequestError.Code.allCases.map(\.rawValue)),
    ("model:serviceStatus", "peers/items/properties/state", ConnectionState.allCases.map(\.rawValue)),
  ]

  @Test(arguments: enumerations)
  func `a schema names the values that the type has`(schema: String, field: String, names: [String]) throws {
    let values = try contract.schema("urn:castwire:schema:\(schema):1").value(at: "/properties/\(field)/enum")
    #expect(values?.list?.compactMap(\.text) == names)
  }

  @Test func `the data of a family is held to the schema of its verb's data`() async throws {
    let least = try BusCoder.encode(RemovedEvent())
    let episode = try BusCoder.encode(
      EpisodeEvent(episode: Self.leastEpisode, revision: 1, changed: [], initial: true))
    func family(_ name: String, _ json: [UInt8]) -> SchemaValidator.Case {
      SchemaValidator.Case(schema: EventType.schema(family: name), json: json)
    }
    let problems = try await SchemaValidator.problems(in: [
      family("episode", episode), family("episode", least), family("podcast", least),
      family("item", try BusCoder.encode(Self.itemLeft)), family("cell", try BusCoder.encode(Self.cellRemoved)),
      family("cell", try BusCoder.encode(Self.cellUpdated(Examples.episode, nil))),
      family("item", try BusCoder.encode(Self.itemSeen(Examples.item, nil))),
    ])
    #expect(problems == [])
    var broken = try AnyJSON(episode)
    broken["episode"] = .object([:])
    #expect(try await SchemaValidator.errors(in: [family("episode", try broken.json)])[0].count == 3)
  }

  // MARK: Values

  static let leastFeed = Feed(id: Examples.feedID, url: "https://example.org/feed.xml", state: .active)
  static let leastPodcast = Podcast(
    id: Examples.feedID, feedURL: "https://example.org/feed.xml", state: .active, details: FeedDetails())
  static let leastEpisode = Episode(id: Examples.episodeID, podcastID: Examples.feedID, item: FeedItem())
  static let leastChannel = Channel(
    id: Examples.feedID, feedURL: "https://example.org/feed.xml", state: .active, details: FeedDetails())
  static let leastVideo = Video(id: Examples.videoID, channelID: Examples.feedID, item: FeedItem(), channel: nil)
  static let leastStream = PhotoStream(
    id: Examples.feedID, feedURL: "https://example.org/feed.xml", state: .active, details: FeedDetails())
  static let leastPhoto = Photo(id: Examples.photoID, streamID: Examples.feedID, item: FeedItem())
  static let report = FeedReport(
    feed: Examples.feed, reason: "no answer", document: 17, itemCount: 300, lastPoll: Examples.date,
    nextPoll: Examples.date, push: push)
  static let push = PushReport(
    hub: "https://hub.example.org/", state: "active", leaseEnd: Examples.date, lastDelivery: Examples.date)
  static let leastPush = PushReport(
    hub: "https://hub.example.org/", state: "asked", leaseEnd: nil, lastDelivery: nil)
  static let leastReport = FeedReport(
    feed: leastFeed, reason: nil, document: 0, itemCount: 0, lastPoll: nil, nextPoll: nil)
  static let itemLeft = ItemLeftEvent(feed: Examples.feedID, document: 18, reason: .window)
  static let cellRemoved = CellRemovedEvent(kind: .episode, locale: "en_US", entity: Examples.episodeID)

  static func itemSeen(_ item: FeedItem, _ truncated: [String]?) -> ItemEvent {
    ItemEvent(
      feed: Examples.feedID, document: 17, item: item, initial: true, identifierCount: 1, linkCount: 1,
      enclosureCount: 0, truncated: truncated)
  }

  static func cell(_ episode: Episode) -> EpisodeCellViewModel {
    EpisodeCellViewModel(
      episode: episode,
      context: FormattingContext(locale: Locale(identifier: "en_US"), timeZone: .gmt, now: Examples.date))
  }

  static func cellUpdated(_ episode: Episode, _ staleAt: Date?) -> CellEvent<EpisodeCellViewModel> {
    CellEvent(
      kind: .episode, locale: "en_US", cell: cell(episode), entity: Examples.episodeID, staleAt: staleAt, reason: .new,
      initial: false)
  }
}
