import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// A document as a unit: what it changed, in order, and the event that closes it.
struct DocumentPublisherTests {
  private func one(_ number: Int, title: String? = nil, day: Int? = nil, views: Int? = nil) -> FeedItem {
    item(
      "\(number)", enclosure: "https://x/\(number).mp3", title: title ?? "Title \(number)", day: day ?? number,
      views: views)
  }

  private func details(title: String, updated: Double? = nil) -> FeedDetails {
    var details = FeedDetails()
    details.title = title
    details.description = "All about it"
    details.updatedDate = updated.map(Date.init(timeIntervalSince1970:))
    return details
  }

  @Test func `what left comes first, then what is new or different in document order, then the close`() throws {
    let bench = try DocumentBench()
    let first = try bench.publish([one(4), one(3, views: 7), one(2), one(1)], details: details(title: "Feed"))
    #expect(first.map(\.name) == Array(repeating: "item.seen", count: 4) + ["feed.updated"])
    #expect(try first.prefix(4).map { try $0.decode(ItemEvent.self).item.identifier } == ["4", "3", "2", "1"])
    #expect(try first.prefix(4).allSatisfy { try $0.decode(ItemEvent.self).initial })

    let second = try bench.publish(
      [one(5), one(4, title: "Four"), one(3, views: 8), one(1)], details: details(title: "The Feed"))
    #expect(second.map(\.name) == ["item.left", "item.seen", "item.seen", "item.viewed", "feed.updated"])
    #expect(try second[0].decode(ItemLeftEvent.self).reason == .missing)
    #expect(try second[1...3].map { try $0.decode(ItemEvent.self).item.identifier } == ["5", "4", "3"])
    #expect(try second[1...3].allSatisfy { try !$0.decode(ItemEvent.self).initial })
    let close = try second[4].decode(FeedEvent.self)
    #expect(close.document == 2)
    #expect(close.changed == ["title"])
    #expect(close.feed.details.title == "The Feed")
    #expect(try second[1].decode(ItemEvent.self).document == 2)
    #expect(Set(second.map(\.partitionKey)) == [DocumentBench.feed])
    #expect(Set(second.map(\.traceparent)).count == 1)
  }

  @Test func `the same document again says nothing, and takes no number`() throws {
    let bench = try DocumentBench()
    let document = [one(2), one(1)]
    try bench.publish(document, details: details(title: "Feed"))
    #expect(try bench.publish(document, details: details(title: "Feed")).isEmpty)
    #expect(try bench.publish(document.reversed(), details: details(title: "Feed")).isEmpty)
    #expect(try bench.publish([one(3)] + document, details: details(title: "Feed")).last?.name == "feed.updated")
    #expect(bench.entry.document == 2)
  }

  @Test func `an address that is only signed anew makes no item different, and no two items one`() throws {
    let bench = try DocumentBench()
    func signed(_ number: Int, _ signature: String) -> FeedItem {
      item("shared", enclosure: "https://x/\(number).mp3?Expires=\(signature)&Signature=\(signature)", day: number)
    }
    #expect(try bench.publish([signed(2, "1"), signed(1, "2")]).count == 3)
    #expect(try bench.publish([signed(2, "3"), signed(1, "4")]).isEmpty)
    #expect(
      try bench.publish([signed(3, "5"), signed(2, "6"), signed(1, "7")]).map(\.name) == ["item.seen", "feed.updated"])
  }

  @Test func `the first document is closed even where nothing is in it`() throws {
    let bench = try DocumentBench()
    let events = try bench.publish([])
    #expect(events.map(\.name) == ["feed.updated"])
    #expect(try events[0].decode(FeedEvent.self).document == 1)
  }

  @Test func `the present time in a feed is no change of it`() throws {
    let bench = try DocumentBench()
    try bench.publish([one(1)], details: details(title: "Feed", updated: 1_600_000_000))
    #expect(try bench.publish([one(1)], details: details(title: "Feed", updated: 1_600_000_060)).isEmpty)
    let events = try bench.publish([one(1)], details: details(title: "Fed", updated: 1_600_000_120))
    #expect(events.map(\.name) == ["feed.updated"])
    #expect(try events[0].decode(FeedEvent.self).feed.details.updatedDate?.timeIntervalSince1970 == 1_600_000_120)
  }

  @Test func `counts say how many items of the document share a name`() throws {
    let bench = try DocumentBench()
    let events = try bench.publish([
      item("a", enclosure: "https://x/1", title: "1", link: "https://x/"),
      item("a", enclosure: "https://x/2", title: "2", link: "https://x/"),
      item("b", enclosure: "https://x/2", title: "3", link: "https://x/"),
      item("c", title: "4"),
    ])
    let counts = try events.dropLast().map { event in
      let message = try event.decode(ItemEvent.self)
      return [message.identifierCount, message.linkCount, message.enclosureCount]
    }
    #expect(counts == [[2, 3, 1], [2, 3, 2], [1, 3, 2], [1, 0, 0]])
  }

  @Test func `what is older than all that is left went through the window`() throws {
    let bench = try DocumentBench()
    try bench.publish((1...5).reversed().map { one($0) })
    let events = try bench.publish([one(6), one(5), one(3)])
    let reasons = try events.filter { $0.name == "item.left" }.map { try $0.decode(ItemLeftEvent.self).reason }
    // 4 is newer than 3, which is still there; 2 and 1 are not.
    #expect(reasons == [.missing, .window, .window])
  }

  @Test func `of items of one date the last goes through the window`() throws {
    let bench = try DocumentBench()
    try bench.publish([one(3, day: 2), one(2, day: 1), one(1, day: 1)])
    let events = try bench.publish([one(4, day: 3), one(3, day: 2), one(2, day: 1)])
    #expect(try events[0].decode(ItemLeftEvent.self).reason == .window)
    #expect(try bench.publish([one(4, day: 3), one(2, day: 1)])[0].decode(ItemLeftEvent.self).reason == .missing)
  }

  @Test func `without dates the place in the document tells the window`() throws {
    func undated(_ number: Int) -> FeedItem { item("\(number)", title: "Title \(number)") }
    let bench = try DocumentBench()
    try bench.publish((1...4).reversed().map(undated))
    let events = try bench.publish([undated(5), undated(4), undated(2)])
    let reasons = try events.filter { $0.name == "item.left" }.map { try $0.decode(ItemLeftEvent.self).reason }
    #expect(reasons == [.missing, .window])
  }

  @Test func `nothing leaves with a document that broke off, nor does what the feed said of itself`() throws {
    let bench = try DocumentBench()
    try bench.publish([one(2), one(1)], details: details(title: "Feed"))
    #expect(try bench.publish([], isTruncated: true).isEmpty)
    let events = try bench.publish([one(3)], details: FeedDetails(), isTruncated: true)
    #expect(events.map(\.name) == ["item.seen", "feed.updated"])
    #expect(try events[1].decode(FeedEvent.self).feed.details == details(title: "Feed"))
    #expect(try events[1].decode(FeedEvent.self).changed == [])
    let whole = try bench.publish([one(3), one(2)], details: details(title: "Feed"))
    #expect(whole.map(\.name) == ["item.left", "feed.updated"])
  }

  @Test func `all is initial until a whole document was taken in`() throws {
    let bench = try DocumentBench()
    let broken = try bench.publish([one(1)], isTruncated: true)
    #expect(try broken[0].decode(ItemEvent.self).initial)
    #expect(try bench.publish([one(2), one(1)])[0].decode(ItemEvent.self).initial)
    #expect(try !bench.publish([one(3), one(2), one(1)])[0].decode(ItemEvent.self).initial)
  }

  @Test func `a count of views that changes says nothing else`() throws {
    let bench = try DocumentBench()
    try bench.publish([one(1, views: 1)])
    let events = try bench.publish([one(1, views: 2)])
    #expect(events.map(\.name) == ["item.viewed", "feed.updated"])
    #expect(try events[0].decode(ItemEvent.self).item.numberOfViews == 2)
    #expect(try bench.publish([one(1, views: 2)]).isEmpty)
    #expect(try bench.publish([one(1, title: "New", views: 3)]).map(\.name) == ["item.seen", "feed.updated"])
  }

  @Test(
    arguments: [
      \FeedItem.commentCount, \.numberOfFavorites, \.numberOfRatings,
    ] as [any WritableKeyPath<FeedItem, Int?> & Sendable])
  func `other counts that visitors change do not make an item a changed one`(
    count: any WritableKeyPath<FeedItem, Int?> & Sendable
  ) throws {
    let bench = try DocumentBench()
    var item = one(1)
    item[keyPath: count] = 1
    try bench.publish([item])
    item[keyPath: count] = 2
    item.averageRating = 4.5
    #expect(try bench.publish([item]).isEmpty)
  }
}
