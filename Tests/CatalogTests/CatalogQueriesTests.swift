import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// What the catalog answers: entities as they were published, a page at a time.
struct CatalogQueriesTests {
  private let catalog: CatalogBench
  private let feeds: [IngestedFeed]

  /// Two podcasts with the same five days; episode 3 of each is withdrawn.
  init() throws {
    catalog = try CatalogBench()
    feeds = [
      try IngestedFeed(),
      try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab", url: "https://example.org/feed.xml"),
    ]
    for feed in feeds {
      let items = [5, 2, 4, 1, 3].map(Self.one)
      try catalog.apply(try feed.publish(items))
      try catalog.apply(try feed.publish(items.filter { $0.identifier != "3" }))
    }
  }

  private static func one(_ number: Int) -> FeedItem {
    item("\(number)", title: "Title \(number)", day: number)
  }

  private func titles(_ episodes: [[String: Any]]) -> [String] {
    episodes.compactMap { $0["title"] as? String }
  }

  @Test(arguments: [1, 2, 3, 5, 10, 500])
  func `pages of episodes join without a hole, newest first, also where dates are the same`(limit: Int) throws {
    let all = try catalog.list("episodes.list", limit: limit)
    #expect(titles(all) == [5, 4, 3, 2, 1].flatMap { ["Title \($0)", "Title \($0)"] })
    #expect(Set(all.compactMap { $0["id"] as? String }).count == 10)
  }

  @Test func `episodes are listed by podcast and by whether they are withdrawn`() throws {
    let podcast = #","podcast":"\#(feeds[1].id)""#
    #expect(titles(try catalog.list("episodes.list", podcast)) == [5, 4, 3, 2, 1].map { "Title \($0)" })
    #expect(titles(try catalog.list("episodes.list", podcast + #","withdrawn":true"#)) == ["Title 3"])
    #expect(
      titles(try catalog.list("episodes.list", podcast + #","withdrawn":false"#)) == [5, 4, 2, 1].map { "Title \($0)" })
  }

  @Test func `a page stays where it is while newer episodes come`() throws {
    let first = try catalog.ask(#"{"request":"episodes.list","limit":4}"#)
    let next = try #require(first["next"] as? String)
    try catalog.apply(try feeds[0].publish([6, 5, 4, 2, 1].map(Self.one)))
    let second = try catalog.ask(#"{"request":"episodes.list","limit":4,"before":"\#(next)"}"#)
    #expect(
      titles(try #require(second["items"] as? [[String: Any]])) == ["Title 3", "Title 3", "Title 2", "Title 2"])
  }

  @Test func `podcasts are listed newest first and given by id`() throws {
    for limit in [1, 2, 3] {
      let ids = try catalog.list("podcasts.list", limit: limit).compactMap { $0["id"] as? String }
      #expect(ids == [feeds[1].id, feeds[0].id])
    }
    let podcast = try catalog.ask(#"{"request":"podcast.get","id":"\#(feeds[0].id)"}"#)
    #expect(podcast["title"] as? String == "A Feed")
    #expect(podcast["feedURL"] as? String == "https://example.com/feed.xml")
    let id = Identity.entityID(feedID: feeds[0].id, identifier: "3")
    let episode = try catalog.ask(#"{"request":"episode.get","id":"\#(id)"}"#)
    #expect(episode["withdrawn"] as? Bool == true)
    #expect(episode["podcastID"] as? String == feeds[0].id)
  }

  @Test func `an episode dated in the future is no newer than when it was first seen`() throws {
    let future = item("future", title: "Future", day: 3_000)
    let undated = item("undated", title: "Undated")
    try catalog.apply(
      try feeds[0].publish([future, undated] + [5, 4].map(Self.one)))
    let order = titles(try catalog.list("episodes.list", #","podcast":"\#(feeds[0].id)""#))
    #expect(Set(order.prefix(2)) == ["Future", "Undated"])
    try catalog.apply(
      try feeds[0].publish(
        [item("future", title: "Future", day: 1), undated]
          + [5, 4].map(Self.one)))
    #expect(titles(try catalog.list("episodes.list", #","podcast":"\#(feeds[0].id)""#)).first == "Undated")
  }

  @Test(arguments: [
    (#"{"request":"episode.get","id":"nobody"}"#, RequestError.Code.notFound),
    (#"{"request":"podcast.get","id":"nobody"}"#, .notFound),
    (#"{"request":"episodes.list","podcast":"nobody"}"#, .notFound),
    (#"{"request":"episodes.list","before":"x"}"#, .badRequest),
    (#"{"request":"podcasts.list","before":"x"}"#, .badRequest),
    (#"{"request":"episodes.list","limit":501}"#, .badRequest),
    (#"{"request":"episodes.list","limit":"many"}"#, .badRequest), (#"{"request":"episode.get"}"#, .badRequest),
    (#"{"request":"episode.take","id":"x"}"#, .unknownRequest),
  ])
  func `what cannot be answered says why`(request: String, code: RequestError.Code) throws {
    let error = try #require(throws: RequestError.self) { try catalog.ask(request) }
    #expect(error.code == code)
    #expect(!error.message.isEmpty)
  }
}
