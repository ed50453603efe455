import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// What real services say, held to the contract's schemas.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct WireContractTests {
  private static let samples = Contract.root.appending(path: "script/samples")

  private static func withViews(_ feed: [UInt8], _ views: Int) -> [UInt8] {
    let media =
      #"<media:community xmlns:media="http://search.yahoo.com/mrss/">"#
      + #"<media:statistics views="\#(views)"/></media:community></item>"#
    return Array(String(decoding: feed, as: UTF8.self).replacing("</item>", with: media).utf8)
  }

  private static func without(_ episode: Int, _ feed: [UInt8]) -> [UInt8] {
    let item = try! Regex("<item>\\s*<title>Episode \(episode)</title>(?s:.*?)</item>")
    return Array(String(decoding: feed, as: UTF8.self).replacing(item, with: "").utf8)
  }

  @Test func `every event of a feed's life is valid by its type and by its dataschema`() async throws {
    let answer = Monitor(FeedServer.Response.ok(Self.withViews(Feeds.podcast(episodes: 3), 1)))
    let server = try FeedServer { _ in answer.withLock { $0 } }
    let castwire = try Installation.running()
    let feeds = try castwire.listen(to: .feedIngest)
    let episodes = try castwire.listen(to: .catalog)
    let cells = try castwire.listen(to: .formatter)
    func serve(_ response: FeedServer.Response, until event: String, from listener: Listener) async throws {
      answer.withLock { $0 = response }
      try castwire.refresh()
      #expect(await listener.hears(1, of: event))
    }

    let feed = try castwire.follow(server.url())
    #expect(await episodes.hears(3, of: "castwire.episode.added.v1"))
    let changed = Feeds.podcast(episodes: 4, titles: [1: "Better"])
    try await serve(.ok(Self.withViews(changed, 1)), until: "castwire.episode.updated.v1", from: episodes)
    try await serve(.ok(Self.withViews(changed, 2)), until: "castwire.item.viewed.v1", from: feeds)
    try await serve(
      .ok(Self.withViews(Self.without(3, changed), 2)), until: "castwire.episode.withdrawn.v1", from: episodes)
    try await serve(.ok(Self.withViews(changed, 2)), until: "castwire.episode.restored.v1", from: episodes)
    try await serve(.status(404), until: "castwire.feed.failing.v1", from: feeds)
    try await serve(.ok(Self.withViews(changed, 2)), until: "castwire.feed.recovered.v1", from: feeds)
    try await serve(.status(410), until: "castwire.feed.gone.v1", from: feeds)
    _ = try castwire.ask(
      .feedIngest, "feeds.unfollow", Unfollow(feed: feed.id, purge: true), as: Feed.self)
    #expect(await cells.hears(4, of: "castwire.cell.removed.v1"))
    // Feeds as publishers write them, with much else than the one above has.
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.samples.path)
    for name in names { _ = try castwire.follow(Self.samples.appending(path: name).absoluteString) }
    #expect(await feeds.hears(names.count + 4, of: "castwire.feed.updated.v1"))
    // Its cells' end was heard, by another listener.
    #expect(await episodes.hears(4, of: "castwire.episode.removed.v1"))
    #expect(await episodes.hears(1, of: "castwire.podcast.removed.v1"))

    let heard = [feeds, episodes, cells].flatMap(\.events)
    let types = Set(heard.map { $0.type.split(separator: ".")[1...2].joined(separator: ".") })
    #expect(
      types == [
        "feed.followed", "feed.updated", "feed.failing", "feed.recovered", "feed.gone", "feed.unfollowed", "item.seen",
        "item.viewed", "item.left", "podcast.added", "podcast.updated", "podcast.removed", "episode.added",
        "episode.updated", "episode.withdrawn", "episode.restored", "episode.removed", "cell.updated", "cell.removed",
      ])
    var cases: [SchemaValidator.Case] = []
    for event in heard {
      let schema = try #require(try AnyJSON(event.json)["dataschema"]?.text)
      cases.append(SchemaValidator.Case(schema: Contract.message(ofType: event.type), json: event.json))
      cases.append(SchemaValidator.Case(schema: schema, json: Array(event.data)))
    }
    let problems = try await SchemaValidator.problems(in: cases)
    #expect(problems == [])
  }

  /// A channel with a video, and a photo stream with a photo.
  private static func media(_ path: String) -> [UInt8]? {
    let item: (guid: String, type: String)
    switch path {
    case "/videos.xml": item = ("video", "video/mp4")
    case "/photos.xml": item = ("photo", "image/jpeg")
    default: return nil
    }
    return Array(
      """
      <rss version="2.0"><channel><title>\(item.guid)s</title><item><title>A \(item.guid)</title>
      <guid isPermaLink="false">\(item.guid)</guid><pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate>
      <enclosure url="https://media.example.com/1" length="1" type="\(item.type)"/></item></channel></rss>
      """.utf8)
  }

  private struct Unfollow: Encodable {
    let feed: String
    let purge: Bool
  }

  @Test func `every request has a valid reply, and so has a wrong one`() async throws {
    let server = try FeedServer { request in
      guard request.method == "GET" else { return .status(202) }
      // A feed of videos and one of photos, which no hub is told of.
      if let media = Self.media(request.path) { return .ok(media) }
      let hub = "http://\(request.header("Host") ?? "")/hub"
      let link = "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"hub\" href=\"\(hub)\"/>"
      let body = String(decoding: Feeds.podcast(episodes: 60), as: UTF8.self)
      return .ok(Array(body.replacing("<language>", with: link + "<language>").utf8))
    }
    let castwire = try Installation(options: [.feedIngest: ["--push-callback", "https://door.example/push"]])
    for service in Installation.Service.allCases { try castwire.start(service) }
    let cells = try castwire.listen(to: .formatter)
    let channel = try castwire.follow(server.url("/videos.xml")).id
    let stream = try castwire.follow(server.url("/photos.xml")).id
    #expect(await cells.hears(2, of: "castwire.cell.updated.v1"))
    let video = Identity.entityID(feedID: channel, identifier: "video")
    let photo = Identity.entityID(feedID: stream, identifier: "photo")
    let feed = try castwire.follow(server.url()).id
    #expect(await cells.hears(62, of: "castwire.cell.updated.v1"))
    let episode = try #require(cells.events.last?.subject)
    // The feeds, and what the hub of one is asked.
    #expect(await server.received(4))
    let form = String(decoding: try #require(server.requests.first { $0.method == "POST" }).body, as: UTF8.self)
    let callback = try #require(form.split(separator: "&").first { $0.hasPrefix("hub.callback=") })
    let token = callback.suffix(64)
    #expect(callback == "hub.callback=https%3A%2F%2Fdoor.example%2Fpush%2F\(token)")
    let opml = #"<opml version=\"2.0\"><body><outline type=\"rss\" xmlUrl=\"gopher://x/\"/></body></opml>"#
    // The last of each service leaves nothing to ask about.
    let requests: [(Installation.Service, String, String)] = [
      (.feedIngest, "feeds.follow", #"{"url":"\#(server.url())","kind":"podcast"}"#),
      (.feedIngest, "feeds.get", #"{"feed":"\#(feed)"}"#), (.feedIngest, "feeds.list", #"{"limit":1}"#),
      (.feedIngest, "feeds.refresh", "{}"), (.feedIngest, "feeds.refresh", #"{"feed":"\#(feed)"}"#),
      (.feedIngest, "feeds.import", #"{"opml":"\#(opml)"}"#), (.feedIngest, "feeds.export", "{}"),
      (.feedIngest, "replay", #"{"after":"0","families":["item"],"limit":5,"consumer":"me"}"#),
      (.feedIngest, "service.status", "{}"),
      (.catalog, "podcasts.list", "{}"), (.catalog, "podcast.get", #"{"id":"\#(feed)"}"#),
      (.catalog, "episodes.list", #"{"podcast":"\#(feed)","withdrawn":false}"#),
      (.catalog, "episode.get", #"{"id":"\#(episode)"}"#), (.catalog, "episode.get", #"{"id":"\#(feed)"}"#),
      (.catalog, "channels.list", "{}"), (.catalog, "channel.get", #"{"id":"\#(channel)"}"#),
      (.catalog, "videos.list", #"{"channel":"\#(channel)"}"#), (.catalog, "video.get", #"{"id":"\#(video)"}"#),
      (.catalog, "photostreams.list", "{}"), (.catalog, "photostream.get", #"{"id":"\#(stream)"}"#),
      (.catalog, "photos.list", #"{"stream":"\#(stream)"}"#), (.catalog, "photo.get", #"{"id":"\#(photo)"}"#),
      (.catalog, "entity.get", #"{"id":"\#(episode)"}"#), (.catalog, "entity.get", #"{"id":"\#(video)"}"#),
      (.catalog, "entity.get", #"{"id":"\#(feed)"}"#), (.catalog, "entity.why", #"{"id":"\#(photo)"}"#),
      (.catalog, "episode.revisions", #"{"id":"\#(episode)"}"#), (.catalog, "video.revisions", #"{"id":"\#(video)"}"#),
      (.catalog, "photo.revisions", #"{"id":"\#(photo)","limit":1}"#), (.catalog, "counts", "{}"),
      (.catalog, "counts", #"{"feed":"\#(feed)"}"#),
      (.catalog, "feed.keep", #"{"feed":"\#(feed)","newest":59,"days":36500}"#),
      (.catalog, "feed.keeping", #"{"feed":"\#(feed)"}"#), (.catalog, "feed.keep", #"{"feed":"\#(feed)"}"#),
      (.catalog, "search", #"{"text":"episode","kinds":["episode"],"feed":"\#(feed)","limit":2}"#),
      (.catalog, "search", #"{"text":"?"}"#), (.catalog, "replay", #"{"after":0}"#),
      (.catalog, "replay", #"{"after":1000000}"#),
      (.catalog, "service.status", "{}"),
      (.formatter, "cells.list", #"{"kind":"episode","feed":"\#(feed)","locale":"fr_FR","limit":3}"#),
      (.formatter, "cells.list", #"{"kind":"photo"}"#), (.formatter, "cell.get", #"{"id":"\#(episode)"}"#),
      (.formatter, "replay", #"{"after":0,"feed":"\#(feed)"}"#), (.formatter, "service.status", "{}"),
      (.feedIngest, "service.retry", "{}"), (.catalog, "service.retry", "{}"), (.formatter, "service.retry", "{}"),
      (
        .feedIngest, "push.verify",
        #"{"token":"\#(token)","mode":"subscribe","topic":"\#(server.url())","challenge":"c","leaseSeconds":864000}"#
      ),
      (.feedIngest, "push.verify", #"{"token":"\#(token)","mode":"hello"}"#),
      (.feedIngest, "push.deliver", #"{"token":"\#(token)","body":"PGE+","signature":"sha1=00"}"#),
      (.feedIngest, "feeds.get", #"{"feed":"\#(feed)"}"#),
      (.feedIngest, "feeds.unfollow", #"{"feed":"\#(feed)"}"#),
    ]
    var cases: [SchemaValidator.Case] = []
    var statuses: Set<String> = []
    for (service, name, parameters) in requests {
      var request = try AnyJSON(parameters.utf8)
      request["request"] = .text(name)
      cases.append(SchemaValidator.Case(schema: "urn:castwire:schema:request:\(name):1", json: try request.json))
      let frames = try BareClient.reply(to: name, Array(parameters.utf8), from: castwire.endpoints(service).requests)
      let reply = try #require(frames.first)
      statuses.insert(try #require(try AnyJSON(reply)["status"]?.text))
      cases.append(SchemaValidator.Case(schema: "urn:castwire:schema:reply:\(name):1", json: reply))
      for event in frames.dropFirst() {
        cases.append(SchemaValidator.Case(schema: Contract.message(ofType: try Event(json: event).type), json: event))
      }
      if name == "cell.get" {
        // Its type is none that can be made without a service.
        let contract = try Contract()
        let drift = try contract.drift(
          of: try AnyJSON(reply), from: try contract.schema("urn:castwire:schema:reply:\(name):1"))
        #expect(drift == [])
      }
    }
    let unknown = try BareClient.reply(to: "feeds.guess", Array("{}".utf8), from: castwire.endpoints(.catalog).requests)
    cases.append(SchemaValidator.Case(schema: "urn:castwire:schema:reply:error:1", json: try #require(unknown.first)))
    #expect(statuses == ["ok", "truncated", "error"])
    let asked = Set(cases.map(\.schema).filter { $0.contains(":request:") })
    #expect(asked == Set(try Contract().schemas.keys.filter { $0.contains(":request:") }))
    let problems = try await SchemaValidator.problems(in: cases)
    #expect(problems == [])
  }

  @Test(arguments: Installation.Service.allCases)
  func `what each service says under $head is valid`(service: Installation.Service) async throws {
    let castwire = try Installation()
    try castwire.start(service)
    let frames = try BareClient.message(under: "$head", from: castwire.endpoints(service).events)
    try #require(frames.count == 2)
    #expect(String(decoding: frames[0], as: UTF8.self) == "$head")
    let problems = try await SchemaValidator.problems(in: [
      SchemaValidator.Case(schema: "urn:castwire:schema:head:1", json: frames[1]),
      SchemaValidator.Case(schema: "asyncapi.json#/components/messages/head/payload", json: frames[1]),
    ])
    #expect(problems == [])
  }
}
