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
      try request(
        "podcasts.list", CatalogQueries.CollectionList(before: "7", limit: 1),
        CatalogQueries.CollectionList(before: nil, limit: nil)),
      try request("podcast.get", CatalogQueries.ByID(id: id), CatalogQueries.ByID(id: id)),
      try request(
        "episodes.list", CatalogQueries.EpisodeList(podcast: id, withdrawn: false, before: "1:x", limit: 20),
        CatalogQueries.EpisodeList(podcast: nil, withdrawn: nil, before: nil, limit: nil)),
      try request(
        "search", SearchIndex.Parameters(text: "a", kinds: ["episode"], feed: id, before: "0:1", limit: 500),
        SearchIndex.Parameters(text: "a", kinds: nil, feed: nil, before: nil, limit: nil)),
      try request("episode.get", CatalogQueries.ByID(id: id), CatalogQueries.ByID(id: id)),
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

  @Test func `the schemas of requests and the types have the same fields`() async throws {
    let contract = try Contract()
    let examples = try Self.examples()
    // Any value will do for the id of a request that is no parameter; that of a get is in its own example.
    let gets = examples.filter { $0.schema.contains(".get:") && $0.schema != "urn:castwire:schema:request:feeds.get:1" }
    let others = examples.filter { example in !gets.contains { $0.schema == example.schema } }
    #expect(gets.count == 3)
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
