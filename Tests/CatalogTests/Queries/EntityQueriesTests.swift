import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// What is asked of one entity: what it is, why it is that, and what it was before.
struct EntityQueriesTests {
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  private static func episode(_ title: String, description: String? = nil, day: Int = 1) -> FeedItem {
    var item = item("1", enclosure: "https://x.example/1.mp3", title: title, link: "https://x.example/1", day: day)
    item.description = description
    return item
  }

  @discardableResult
  private func publish(_ items: FeedItem...) throws -> [Event] {
    try catalog.apply(try feed.publish(items))
  }

  private func ask(_ name: String, _ parameters: String = "") throws -> AnyJSON {
    let reply = try catalog.ask(#"{"request":"\#(name)"\#(parameters.isEmpty ? "" : ",")\#(parameters)}"#)
    return try AnyJSON(JSONSerialization.data(withJSONObject: reply))
  }

  private func id() throws -> String { try #require(try catalog.episodes().keys.first) }

  /// Revisions, each as the episode and its number.
  private func revisions(_ id: String, _ parameters: String = "", kind: String = "episode") throws -> [AnyJSON] {
    try #require(ask("\(kind).revisions", #""id":"\#(id)"\#(parameters)"#)["items"]?.list)
  }

  // MARK: Revisions

  @Test func `each revision is what was published with it`() throws {
    var published: [AnyJSON] = []
    let changes: [(inout FeedItem) -> Void] = [
      { _ in }, { $0.title = "Two" }, { $0.description = "Text" }, { $0.description = nil },
      { $0.enclosureURL = "https://x.example/2.mp3" }, { $0.seasonNumber = 3 },
      { ($0.title, $0.seasonNumber) = ("Three", nil) },
    ]
    var item = Self.episode("One")
    for change in changes {
      change(&item)
      published.append(try AnyJSON(try #require(try publish(item).last).data))
    }
    let revisions = try revisions(try id())
    #expect(revisions.compactMap { $0["revision"] } == (1...7).reversed().map { .integer($0) })
    #expect(revisions.compactMap { $0["episode"] } == published.reversed().compactMap { $0["episode"] })
    #expect(revisions.compactMap { $0["changed"] } == published.reversed().compactMap { $0["changed"] })
    #expect(revisions.compactMap { $0["verb"]?.text } == Array(repeating: "updated", count: 6) + ["added"])
    #expect(revisions.allSatisfy { $0["time"]?.text != nil && $0["truncated"] == nil })
  }

  @Test func `the last twenty revisions are kept, whole`() throws {
    for number in 1...25 { try publish(Self.episode("Title \(number)", description: number > 12 ? "Late" : "Early")) }
    let revisions = try revisions(try id())
    #expect(revisions.compactMap { $0["revision"] } == (6...25).reversed().map { .integer($0) })
    #expect(revisions.compactMap { $0["episode"]?["title"]?.text } == (6...25).reversed().map { "Title \($0)" })
    #expect(
      revisions.compactMap { $0["episode"]?["description"]?.text }
        == (6...25).reversed().map { $0 > 12 ? "Late" : "Early" })
  }

  @Test func `revisions are read page by page`() throws {
    for number in 1...5 { try publish(Self.episode("Title \(number)")) }
    let first = try ask("episode.revisions", #""id":"\#(try id())","limit":2"#)
    #expect(first["items"]?.list?.compactMap { $0["revision"] } == [.integer(5), .integer(4)])
    #expect(first["next"] == .text("4"))
    let rest = try ask("episode.revisions", #""id":"\#(try id())","before":"4""#)
    #expect(rest["items"]?.list?.compactMap { $0["revision"] } == [.integer(3), .integer(2), .integer(1)])
    #expect(rest["next"] == .null)
  }

  @Test func `what was withdrawn and came back has a revision for either`() throws {
    let other = item("2", enclosure: "https://x.example/2.mp3", title: "Other", day: 0)
    try publish(Self.episode("One"), other)
    let id = Identity.entityID(feedID: feed.id, identifier: "1")
    try publish(other)
    try publish(Self.episode("One"), other)
    let revisions = try revisions(id)
    #expect(revisions.compactMap { $0["verb"]?.text } == ["restored", "withdrawn", "added"])
    #expect(revisions.compactMap { $0["episode"]?["withdrawn"] } == [.flag(false), .flag(true), .flag(false)])
    #expect(
      revisions.compactMap { $0["changed"] } == [.list([.text("withdrawn")]), .list([.text("withdrawn")]), .list([])])
  }

  @Test func `counts of views make no revision, and each keeps its own`() throws {
    func video(_ title: String, _ views: Int) -> FeedItem {
      var item = item("v", title: title, link: "https://x.example/v", day: 1, views: views)
      item.enclosures = [Enclosure(url: "https://x.example/v.mp4", type: "video/mp4")]
      item.enclosureURL = "https://x.example/v.mp4"
      return item
    }
    try publish(video("One", 1))
    try publish(video("One", 2))
    try publish(video("One", 3))
    try publish(video("Two", 3))
    try publish(video("Two", 9))
    let id = Identity.entityID(feedID: feed.id, identifier: "v")
    let revisions = try revisions(id, kind: "video")
    #expect(revisions.compactMap { $0["revision"] } == [.integer(2), .integer(1)])
    #expect(revisions.compactMap { $0["verb"]?.text } == ["updated", "added"])
    #expect(revisions.compactMap { $0["changed"] } == [.list([.text("title")]), .list([])])
    #expect(revisions.compactMap { $0["video"]?["numberOfViews"] } == [.integer(9), .integer(3)])
    #expect(revisions.compactMap { $0["video"]?["title"]?.text } == ["Two", "One"])
  }

  @Test func `a text that is too long to be kept is said to be missing, and no other is shown in its place`() throws {
    func item(_ title: String, _ html: String) -> FeedItem {
      var item = Self.episode(title)
      item.contentHTML = html
      return item
    }
    let long = "<p>" + String(repeating: "long ", count: 20_000) + "</p>"
    try publish(item("One", long))
    try publish(item("Two", long))
    try publish(item("Three", "<p>short</p>"))
    let revisions = try revisions(try id())
    #expect(revisions.map { $0["episode"]?["contentHTML"] } == [.text("<p>short</p>"), nil, nil])
    #expect(revisions.map { $0["truncated"] } == [nil, .list([.text("contentHTML")]), .list([.text("contentHTML")])])
    #expect(revisions.compactMap { $0["episode"]?["title"]?.text } == ["Three", "Two", "One"])
  }

  // MARK: Entities

  @Test func `an entity of any kind is given with what is known of it`() throws {
    try publish(Self.episode("One", day: 1))
    try publish(Self.episode("Two", day: 1))
    let id = try id()
    let reply = try ask("entity.get", #""id":"\#(id)""#)
    #expect(reply["kind"] == .text("episode"))
    #expect(reply["feed"] == .text(feed.id))
    #expect(reply["entity"]?["title"] == .text("Two"))
    #expect(reply["revision"] == .integer(2))
    #expect(reply["present"] == .flag(true))
    #expect(reply["firstSeen"] == .text("2023-11-14T22:13:20Z"))
    #expect(reply["order"] == .text("2020-09-14T12:26:40Z"))
    #expect(reply["time"]?.text?.hasSuffix("Z") == true)
  }

  @Test func `what does not exist is not found, and a cursor of nothing is refused`() throws {
    try publish(Self.episode("One"))
    let id = try id()
    for (name, code) in [
      ("entity.get", RequestError.Code.notFound), ("entity.why", .notFound), ("episode.revisions", .notFound),
      ("video.revisions", .notFound),
    ] {
      let error = try #require(throws: RequestError.self) { try ask(name, #""id":"nothing""#) }
      #expect(error.code == code)
    }
    #expect(throws: RequestError.self) { try ask("video.revisions", #""id":"\#(id)""#) }
    let error = try #require(throws: RequestError.self) {
      try ask("episode.revisions", #""id":"\#(id)","before":"x""#)
    }
    #expect(error.code == .badRequest)
  }

  // MARK: Decisions

  @Test func `what was not plain is told with its reason`() throws {
    try publish(Self.episode("One"))
    var renamed = Self.episode("One")
    renamed.identifier = "2"
    try publish(renamed)
    let id = Identity.entityID(feedID: feed.id, identifier: "1")
    let reply = try ask("entity.why", #""id":"\#(id)""#)
    #expect(reply["kind"] == .text("episode"))
    #expect(reply["entity"] == .text(id))
    let decisions = try #require(reply["decisions"]?.list)
    try #require(decisions.count == 1)
    #expect(decisions[0]["rule"] == .text("link"))
    #expect(decisions[0]["document"] == .integer(2))
    #expect(decisions[0]["from"] == .text("1"))
    #expect(decisions[0]["time"]?.text != nil)
  }

  @Test func `what was plain needs no reason`() throws {
    try publish(Self.episode("One"))
    try publish(Self.episode("Two"))
    #expect(try ask("entity.why", #""id":"\#(try id())""#)["decisions"] == .list([]))
  }

  // MARK: Counts

  @Test func `counts are those of a feed or of all`() throws {
    let other = item("2", enclosure: "https://x.example/2.mp3", title: "Other", day: 0)
    try publish(Self.episode("One"), other)
    try publish(other)
    let names = [
      "podcasts", "episodes", "withdrawnEpisodes", "channels", "videos", "withdrawnVideos", "photostreams", "photos",
      "withdrawnPhotos",
    ]
    for parameters in ["", #""feed":"\#(feed.id)""#] {
      let counts = try ask("counts", parameters)
      #expect(names.map { counts[$0] } == [1, 2, 1, 0, 0, 0, 0, 0, 0].map { .integer($0) })
    }
    let error = try #require(throws: RequestError.self) { try ask("counts", #""feed":"nothing""#) }
    #expect(error.code == .notFound)
  }
}
