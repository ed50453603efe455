import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// The catalog over logs that were compacted: feed-ingest's, and its own.
struct CompactedLogTests {
  private let feed: IngestedFeed
  private let catalog: CatalogBench

  init() throws {
    feed = try IngestedFeed()
    catalog = try CatalogBench()
  }

  private func one(_ number: Int, title: String? = nil, views: Int? = nil) -> FeedItem {
    var one = item("\(number)", enclosure: "https://x/\(number).mp3", title: title ?? "Title \(number)", day: number)
    one.numberOfViews = views
    return one
  }

  @Test(arguments: [true, false])
  func `an item of which only a count of views is left is an episode`(isFirst: Bool) throws {
    try feed.publish([one(2, views: 1), one(1, views: 1)])
    let views = try feed.publish([one(2, views: 7), one(1, views: 1)])
    #expect(views.map(\.name) == ["item.viewed", "feed.updated"])
    var newest: [String: Event] = [:]
    for event in feed.events { newest[event.subject] = event }
    if !isFirst { try catalog.apply(try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab").publish([one(9)])) }
    try catalog.apply(
      newest.values.sorted { $0.sequence < $1.sequence }, startsOver: !isFirst, completes: true)
    #expect(Set(try catalog.episodes().values.map(\.title)).isSuperset(of: ["Title 1", "Title 2"]))
    #expect(catalog.putAside.isEmpty)
  }

  @Test func `a catalog that lost its data has nothing of what was purged before its feed was followed again`() throws {
    try feed.publish([one(3), one(2), one(1)])
    try feed.tell(.unfollowed, .unfollowed, purge: true)
    try feed.tell(.followed, .active)
    try feed.publish([one(5), one(3)])
    var newest: [String: Event] = [:]
    for event in feed.events { newest[event.subject] = event }
    try catalog.apply(newest.values.sorted { $0.sequence < $1.sequence }, completes: true)
    #expect(Set(try catalog.episodes().values.map(\.title)) == ["Title 3", "Title 5"])
    #expect(catalog.putAside.isEmpty)
  }

  @Test func `a count of views changes no episode`() throws {
    try catalog.apply(try feed.publish([one(2, views: 1), one(1, views: 1)]))
    #expect(try catalog.apply(try feed.publish([one(2, views: 7), one(1, views: 8)])).isEmpty)
  }

  @Test func `the catalog's own log can be compacted under it`() throws {
    for round in 0..<5 {
      try catalog.apply(
        try feed.publish((1...6).reversed().map { one($0, title: "Title \($0) \(round % max(1, $0 - 2))") }))
    }
    // One is taken out of the feed, and one comes back.
    try catalog.apply(try feed.publish([6, 5, 4, 2, 1].map { one($0) }))
    try catalog.apply(try feed.publish([6, 5, 4, 3, 1].map { one($0) }))
    let (before, positions) = (try catalog.episodes(), try catalog.positions())
    #expect(try catalog.findings() == [])
    try catalog.compact()
    #expect(try catalog.positions().count < positions.count / 2)
    #expect(try catalog.episodes() == before)
    #expect(try catalog.findings() == [])
    try catalog.reopen()
    #expect(
      try catalog.apply(try feed.publish((1...7).reversed().map { one($0) })).map(\.name).sorted() == [
        "episode.added", "episode.restored",
      ])
    try catalog.compact()
    #expect(try catalog.findings() == [])

    // Everything is removed, and then even that is forgotten.
    try catalog.apply(try feed.tell(.unfollowed, .unfollowed, purge: true))
    try catalog.apply(try IngestedFeed(id: "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab").publish([one(9)]))
    try catalog.compact()
    #expect(try catalog.positions().count == 2)
    #expect(try catalog.findings() == [])
  }
}
