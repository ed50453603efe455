import Castwire
import CastwireBus
import Foundation
import ServiceLoop
import TestSupport
import Testing

@testable import Catalog

/// What is found, in which order, a page at a time.
@Suite(.timeLimit(.minutes(5)))
struct SearchIndexTests {
  private let bench: SearchBench

  init() throws {
    bench = try SearchBench()
    bench.worker.start()
  }

  private func day(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 86_400)
  }

  @Test func `what fits best comes first, and of that the newest`() throws {
    try bench.publish(
      SearchBench.episode(1, "Night bus", date: day(1)), SearchBench.episode(2, "The night of the bus", date: day(2)),
      SearchBench.episode(3, "Nights and busses", date: day(9)),
      SearchBench.episode(4, "Night", author: "Bussard", date: day(8)),
      SearchBench.episode(5, "Night", description: "by bus", date: day(7)),
      SearchBench.episode(6, nil, author: "Night", description: "by bus", date: day(10)),
      SearchBench.episode(7, "Night train", date: day(11)))
    let page = try bench.search("BÚS night")
    #expect(page.items.map(\.entity.id) == [2, 1, 3, 4, 6, 5].map { SearchBench.id($0) })
    #expect(page.counts.episodes == 6 && page.counts.isExact)
    #expect(page.complete)
    #expect(page.next == nil)
    for limit in [1, 2, 5, 6, 7] {
      #expect(try bench.all("bus night", limit: limit).map(\.entity.id) == page.items.map(\.entity.id))
    }
    #expect(try bench.search("bu ni").items.map(\.entity.id) == [3, 2, 1, 4, 6, 5].map { SearchBench.id($0) })
    #expect(try bench.search("nothing").items.isEmpty)
  }

  @Test func `kinds and feeds are told apart`() throws {
    var item = FeedItem()
    item.title = "Night"
    item.description = "seen"
    item.publicationDate = day(1)
    let video = Video(id: SearchBench.id(1), channelID: SearchBench.feed, item: item, channel: nil)
    let photo = Photo(id: SearchBench.id(2), streamID: SearchBench.otherFeed, item: item)
    try bench.publish([
      try SearchBench.draft(SearchBench.episode(3, "Night", date: day(2))),
      try SearchBench.draft(
        "video", "added", video.id, VideoEvent(video: video, revision: 1, changed: [], initial: false)),
      try SearchBench.draft(
        "photo", "added", photo.id, feed: SearchBench.otherFeed,
        PhotoEvent(photo: photo, revision: 1, changed: [], initial: false)),
    ])
    func kinds(_ kinds: [String]?, feed: String? = nil, _ text: String = "night") throws -> [String] {
      try bench.search(text, kinds: kinds, feed: feed).items.map(\.kind)
    }
    #expect(try kinds(nil) == ["episode", "photo", "video"])
    #expect(try kinds([]).count == 3)
    #expect(try kinds(["video"]) == ["video"])
    #expect(try kinds(["video", "photo"]) == ["photo", "video"])
    #expect(try kinds(["photo"], "seen") == ["photo"])
    #expect(try kinds(nil, feed: SearchBench.feed) == ["episode", "video"])
    #expect(try kinds(["episode"], feed: SearchBench.otherFeed) == [])
    #expect(try kinds(nil, feed: "nobody") == [])
    let page = try bench.search("night")
    #expect(page.counts == SearchIndex.Counts(episodes: 1, videos: 1, photos: 1, isExact: true))
    #expect(page.items.map(\.feed) == [SearchBench.feed, SearchBench.otherFeed, SearchBench.feed])
    // A view changes what is shown, and not what is found.
    var viewed = video
    viewed.numberOfViews = 7
    try bench.publish([
      try SearchBench.draft(
        "video", "viewed", video.id, VideoEvent(video: viewed, revision: 1, changed: [], initial: false))
    ])
    #expect(try bench.search("night", kinds: ["video"]).items.count == 1)
    #expect(try bench.state().dead == 0)
  }

  @Test func `a change of words is found by the new ones, an end not at all`() throws {
    try bench.publish(SearchBench.episode(1, "Alpha"), SearchBench.episode(2, "Beta"))
    #expect(try bench.search("alpha").items.count == 1)
    try bench.publish([
      try SearchBench.draft(SearchBench.episode(1, "Gamma"), verb: .updated), try SearchBench.removal(2),
    ])
    #expect(try bench.search("gamma").titles == ["Gamma"])
    #expect(try bench.search("alpha").items.isEmpty)
    #expect(try bench.search("beta").items.isEmpty)
    #expect(try bench.state().live == 1)
    #expect(try bench.state().dead == 2)
    // One that comes back is found again.
    try bench.publish(SearchBench.episode(2, "Beta"))
    #expect(try bench.search("beta").items.count == 1)
    // Added, changed and removed in one batch.
    try bench.publish([
      try SearchBench.draft(SearchBench.episode(3, "Delta")),
      try SearchBench.draft(SearchBench.episode(3, "Epsilon"), verb: .updated), try SearchBench.removal(3),
    ])
    #expect(try bench.search("delta").items.isEmpty)
    #expect(try bench.search("epsilon").items.isEmpty)
  }

  @Test func `a page stays where it is while others come`() throws {
    try bench.publish(
      SearchBench.episode(1, "Night 1", date: day(1)), SearchBench.episode(2, "Night 2", date: day(2)),
      SearchBench.episode(3, "Night 3", date: day(3)), SearchBench.episode(4, "x", description: "night", date: day(9)))
    let first = try bench.search("night", limit: 2)
    #expect(first.titles == ["Night 3", "Night 2"])
    try bench.publish(
      SearchBench.episode(5, "Night 5", date: day(5)), SearchBench.episode(6, "y", description: "night", date: day(10)))
    let second = try bench.search("night", before: first.next, limit: 1)
    #expect(second.titles == ["Night 1"])
    #expect(try bench.search("night", before: second.next, limit: 5).titles == ["y", "x"])
  }

  @Test func `a date in the future puts nothing ahead of what came later, one long ago has its place`() throws {
    try bench.publish(
      SearchBench.episode(1, "night 1", date: Date(timeIntervalSince1970: 4e9)), SearchBench.episode(2, "night 2"),
      SearchBench.episode(3, "night 3", date: Date(timeIntervalSince1970: -3e9)),
      SearchBench.episode(4, "night 4", date: Date(timeIntervalSince1970: -2e9)),
      SearchBench.episode(5, "night 5", date: Date(timeIntervalSince1970: -6e10)))
    let titles = try bench.all("night", limit: 2).map { $0.entity.title ?? "" }
    #expect(titles == [2, 1, 4, 3, 5].map { "night \($0)" })
  }

  @Test func `a page ends at a megabyte, and at its limit`() throws {
    let text = String(repeating: "night ", count: 50_000)
    for number in 0..<5 {
      try bench.publish(SearchBench.episode(number, "Title \(number)", description: text, date: day(number)))
    }
    let page = try bench.search("night")
    #expect(page.titles == ["Title 4", "Title 3", "Title 2"])
    #expect(try bench.search("night", before: page.next).titles == ["Title 1", "Title 0"])
    for limit in [0, 501, -1] {
      let error = #expect(throws: RequestError.self) { try bench.ask("night", limit: limit) }
      #expect(error?.code == .badRequest)
    }
    for before in ["", "x", "1", "9:1", "0:x", "0:1:2", ":"] {
      let error = #expect(throws: RequestError.self) { try bench.ask("night", before: before) }
      #expect(error?.code == .badRequest)
    }
    #expect(throws: RequestError.self) { try bench.ask("night", kinds: ["film"]) }
  }

  @Test func `more than a thousand are not counted, and every one of them is found`() throws {
    try bench.publish(try (0..<1_500).map { try SearchBench.draft(SearchBench.episode($0, "night \($0)")) })
    let page = try bench.search("night", limit: 500)
    #expect(page.counts.episodes == SearchIndex.mostCounted && !page.counts.isExact)
    let all = try bench.all("nig", limit: 499)
    #expect(Set(all.map(\.entity.id)).count == 1_500)
    #expect(all.count == 1_500)
  }

  @Test func `a prefix of very many words finds all of them, too`() throws {
    let count = SearchQuery.mostForms + 50
    try bench.publish(
      try (0..<count).map { try SearchBench.draft(SearchBench.episode($0, "night\(1_000 + $0) ночью\($0)")) })
    #expect(try bench.search("night").counts.episodes == count)
    #expect(try bench.search("НОЧЬЮ").counts.episodes == count)
    #expect(try bench.search("ночьюх").counts.episodes == 0)
    #expect(try bench.search("ноч night1007").titles == ["night1007 ночью7"])
    #expect(try bench.search("ночью night100").items.count == 10)
  }

  @Test func `what was replaced and dropped from the log meanwhile is shown as it is now`() throws {
    try bench.publish(SearchBench.episode(1, "night"), SearchBench.episode(2, "night"))
    #expect(try bench.search("night").items.count == 2)
    bench.worker.letGo()
    try bench.publish([
      try SearchBench.draft(SearchBench.episode(1, "night, changed"), verb: .updated), try SearchBench.removal(2),
    ])
    try bench.publish(SearchBench.episode(3, "another"))
    try bench.compact()
    let page = try bench.ask("night")
    #expect(page.titles == ["night, changed"])
    #expect(page.indexedTo < bench.log.head)
    bench.worker.start()
    #expect(try bench.search("changed").titles == ["night, changed"])
  }
}
