import CastwireBus
import TestSupport
import Testing

@testable import Catalog
@testable import FeedIngest
@testable import Formatter
@testable import ServiceLoop

/// The schemas of requests beside the types that read them.
struct RequestSchemaTests {
  private static let id = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  private static let time = Timestamp(rawValue: 1_700_000_000_000)

  private struct None: Codable {}

  private static func request(
    _ name: String, _ full: some Encodable, _ minimal: some Encodable
  ) throws -> ContractExample {
    var most = try AnyJSON(try BusCoder.encode(full))
    var least = try AnyJSON(try BusCoder.encode(minimal))
    most["request"] = .text(name)
    least["request"] = .text(name)
    // Any request may have one; for some it is a parameter.
    if most["id"] == nil { most["id"] = .integer(1) }
    return try ContractExample("urn:castwire:schema:request:\(name):1", full: most.json, minimal: least.json)
  }

  private static func examples() throws -> [ContractExample] {
    try named() + gets.map { try request($0, CatalogQueries.ByID(id: id), CatalogQueries.ByID(id: id)) }
  }

  private static func named() throws -> [ContractExample] {
    [
      try request(
        "feeds.follow", FeedRequests.Follow(url: "https://example.org/feed.xml", kind: "podcast"),
        FeedRequests.Follow(url: "https://example.org/feed.xml", kind: nil)),
      try request(
        "feeds.unfollow", FeedRequests.Unfollow(feed: id, purge: true), FeedRequests.Unfollow(feed: id, purge: nil)),
      try request(
        "feeds.list", FeedQueries.List(before: "1:x", limit: 500), FeedQueries.List(before: nil, limit: nil)),
      try request("feeds.get", FeedQueries.ByFeed(feed: id), FeedQueries.ByFeed(feed: id)),
      try request("feeds.refresh", FeedRequests.Refresh(feed: id), FeedRequests.Refresh(feed: nil)),
      try request("feeds.import", FeedRequests.Import(opml: "<opml/>"), FeedRequests.Import(opml: "<opml/>")),
      try request("feeds.export", None(), None()),
      try request(
        "push.verify",
        HubSubscriber.Verify(
          token: "a", mode: "subscribe", topic: "https://example.org/", challenge: "c", leaseSeconds: 60, reason: "r"),
        HubSubscriber.Verify(
          token: "a", mode: "denied", topic: nil, challenge: nil, leaseSeconds: nil, reason: nil)),
      try request(
        "push.deliver",
        HubSubscriber.Deliver(token: "a", signature: "sha256=00", contentType: "text/xml", body: "PGE+"),
        HubSubscriber.Deliver(token: "a", signature: nil, contentType: nil, body: nil)),
      try collections("podcasts.list"), try collections("channels.list"), try collections("photostreams.list"),
      try request(
        "episodes.list", CatalogQueries.EpisodeList(podcast: id, withdrawn: false, before: "1:2", limit: 20),
        CatalogQueries.EpisodeList(podcast: nil, withdrawn: nil, before: nil, limit: nil)),
      try request(
        "videos.list", CatalogQueries.VideoList(channel: id, withdrawn: false, before: "1:2", limit: 20),
        CatalogQueries.VideoList(channel: nil, withdrawn: nil, before: nil, limit: nil)),
      try request(
        "photos.list", CatalogQueries.PhotoList(stream: id, withdrawn: false, before: "1:2", limit: 20),
        CatalogQueries.PhotoList(stream: nil, withdrawn: nil, before: nil, limit: nil)),
      try revisions("episode.revisions"), try revisions("video.revisions"), try revisions("photo.revisions"),
      try request("counts", CatalogCounts.Parameters(feed: id), CatalogCounts.Parameters(feed: nil)),
      try request(
        "feed.keep", KeepRequests.Keep(feed: id, newest: 100, days: 30),
        KeepRequests.Keep(feed: id, newest: nil, days: nil)),
      try request("feed.keeping", KeepRequests.ByFeed(feed: id), KeepRequests.ByFeed(feed: id)),
      try request(
        "search", SearchIndex.Parameters(text: "a", kinds: ["episode"], feed: id, before: "0:1", limit: 500),
        SearchIndex.Parameters(text: "a", kinds: nil, feed: nil, before: nil, limit: nil)),
      try request(
        "cells.list",
        CellQueries.CellList(kind: "video", feed: id, locale: "de_AT", before: "1:x", limit: 20, width: 375),
        CellQueries.CellList(kind: "photo", feed: nil, locale: nil, before: nil, limit: nil, width: nil)),
      try request(
        "cell.get", CellQueries.ByID(id: id, locale: "ja_JP", width: 375),
        CellQueries.ByID(id: id, locale: nil, width: nil)),
      try request(
        "replay",
        Replay.Parameters(
          log: id, after: Position(17), afterTime: time, families: ["episode"], feed: id, limit: 5_000, consumer: "me",
          service: "catalog"),
        Replay.Parameters(
          log: nil, after: Position(0), afterTime: nil, families: nil, feed: nil, limit: nil, consumer: nil,
          service: nil)),
      try request("service.status", None(), None()), try request("service.retry", None(), None()),
    ]
  }

  /// What the catalog gives by an id.
  private static let gets = [
    "podcast.get", "channel.get", "photostream.get", "episode.get", "video.get", "photo.get", "entity.get",
    "entity.why",
  ]

  private static func collections(_ name: String) throws -> ContractExample {
    try request(
      name, CatalogQueries.CollectionList(before: "7", limit: 1),
      CatalogQueries.CollectionList(before: nil, limit: nil))
  }

  private static func revisions(_ name: String) throws -> ContractExample {
    try request(
      name, EntityQueries.RevisionList(id: id, before: "3", limit: 1),
      EntityQueries.RevisionList(id: id, before: nil, limit: nil))
  }

  @Test func `the schemas of requests and the types have the same fields`() async throws {
    let contract = try Contract()
    let examples = try Self.examples()
    // Any value will do for the id of a request that is no parameter; that of a get is in its own example.
    let names = Self.gets + ["cell.get", "episode.revisions", "video.revisions", "photo.revisions"]
    let schemas = Set(names.map { "urn:castwire:schema:request:\($0):1" })
    let gets = examples.filter { schemas.contains($0.schema) }
    let others = examples.filter { !schemas.contains($0.schema) }
    #expect(gets.count == schemas.count)
    let problems =
      try await ContractExample.problems(in: gets, of: contract)
      + ContractExample.problems(in: others, of: contract, free: ["id"])
    #expect(problems == [])
  }

  @Test func `there is a schema for each request and for each reply, and for nothing else`() throws {
    let contract = try Contract()
    let requests = Set(try Self.examples().map(\.schema))
    #expect(Set(contract.schemas.keys.filter { $0.contains(":request:") }) == requests)
    let replies = requests.map { $0.replacing(":request:", with: ":reply:") } + ["urn:castwire:schema:reply:error:1"]
    #expect(Set(contract.schemas.keys.filter { $0.contains(":reply:") }) == Set(replies))
  }

  @Test(arguments: [
    ("replay", #""after":-1"#), ("replay", #""after":"x""#), ("replay", #""after":0,"limit":5001"#),
    ("replay", #""after":0,"limit":0"#), ("replay", #""after":0,"families":"episode""#),
    ("replay", #""after":0,"afterTime":"2024-02-30T00:00:00Z""#), ("feeds.list", #""limit":501"#),
    ("feeds.follow", #""kind":"podcast""#), ("feeds.follow", #""url":"https://x/","kind":"film""#),
    ("cells.list", #""kind":"film""#), ("episodes.list", #""withdrawn":1"#),
    ("feed.keep", #""feed":"\#(id)","newest":0"#), ("feed.keep", #""feed":"\#(id)","days":36501"#),
    ("episode.revisions", #""limit":0"#),
    ("search", #""limit":1"#), ("search", #""text":"""#), ("search", #""text":"a","kinds":["film"]"#),
  ])
  func `what a service refuses its schema refuses, too`(name: String, parameters: String) async throws {
    let json = Array(#"{"request":"\#(name)","id":1,\#(parameters)}"#.utf8)
    let schema = "urn:castwire:schema:request:\(name):1"
    #expect(try await SchemaValidator.errors(in: [.init(schema: schema, json: json)])[0] != [])
  }

  @Test(arguments: [#""after":7"#, #""after":"7""#, #""after":"00000000000000000007","families":[]"#])
  func `a position is taken in each form that the service takes`(parameters: String) async throws {
    let json = Array(#"{"request":"replay",\#(parameters)}"#.utf8)
    let problems = try await SchemaValidator.problems(in: [
      .init(schema: "urn:castwire:schema:request:replay:1", json: json)
    ])
    #expect(problems == [])
  }
}
