import Castwire
import CastwireBus
import TestSupport
import Testing

@testable import FeedIngest

/// Which items of a document are those of the document before.
struct ItemMatcherTests {
  @Test func `an item keeps its key whatever changes beside its identifier`() throws {
    let bench = try DocumentBench()
    try bench.publish([item("g", enclosure: "https://x/1.mp3", title: "One", link: "https://x/1", day: 1)])
    let keys = try bench.keys()
    let events = try bench.publish([
      item("g", enclosure: "https://y/2.mp3", title: "Two", link: "https://y/2", day: 9)
    ])
    #expect(events.map(\.name) == ["item.seen", "feed.updated"])
    #expect(try bench.keys() == keys)
  }

  @Test func `an item keeps its key when another with its identifier turns up, before or after it`() throws {
    let first = item("g", enclosure: "https://x/1.mp3", title: "One", day: 1)
    let second = item("g", enclosure: "https://x/2.mp3", title: "Two", day: 2)
    for document in [[first, second], [second, first]] {
      let bench = try DocumentBench()
      try bench.publish([first])
      let key = try bench.keys()[0]
      let events = try bench.publish(document)
      #expect(events.map(\.name) == ["item.seen", "feed.updated"])
      let place = try #require(document.firstIndex(of: first))
      #expect(try bench.keys()[place] == key)
      #expect(Set(try bench.keys()).count == 2)
    }
  }

  @Test(arguments: ["distinct", "same", "none"])
  func `ten items of one identifier are ten items, in any order`(enclosures: String) throws {
    func items() -> [FeedItem] {
      (1...10).map { number in
        let url: String? = ["distinct": "https://x/\(number).mp3", "same": "https://x/latest.mp3"][enclosures]
        return item("g", enclosure: url, title: "Title \(number)", day: number)
      }
    }
    let bench = try DocumentBench()
    let first = try bench.publish(items())
    #expect(first.count == 11)
    let keys = try bench.keys()
    #expect(Set(keys).count == 10)
    for _ in 0..<5 {
      let order = Array(0..<10).shuffled()
      let events = try bench.publish(order.map { items()[$0] })
      #expect(events.isEmpty, "\(order)")
      #expect(try bench.keys() == order.map { keys[$0] }, "\(order)")
    }
  }

  @Test(arguments: [true, false])
  func `a new item on top of those of the same identifier is the one that is new`(isDated: Bool) throws {
    func one(_ number: Int) -> FeedItem {
      item("g", title: "Title \(number)", day: isDated ? number : nil)
    }
    let bench = try DocumentBench()
    try bench.publish([one(3), one(2), one(1)])
    let keys = try bench.keys()
    let events = try bench.publish([one(4), one(3), one(2)])
    #expect(events.map(\.name) == ["item.left", "item.seen", "feed.updated"])
    #expect(events[0].subject == keys[2])
    #expect(try events[1].decode(ItemEvent.self).item.title == "Title 4")
    #expect(Array(try bench.keys().dropFirst()) == Array(keys.dropLast()))
  }

  @Test func `items of one identifier are told by date when all their files move`() throws {
    func document(host: String) -> [FeedItem] {
      (1...4).map { (number: Int) -> FeedItem in
        item("g", enclosure: "https://\(host)/\(number).mp3", title: "Title \(number)", day: number)
      }
    }
    let bench = try DocumentBench()
    try bench.publish(document(host: "old"))
    let keys = try bench.keys()
    let events = try bench.publish(document(host: "new"))
    #expect(events.map(\.name) == ["item.seen", "item.seen", "item.seen", "item.seen", "feed.updated"])
    #expect(try bench.keys() == keys)
  }

  @Test func `a retitled item of a shared identifier is told by its enclosure`() throws {
    let bench = try DocumentBench()
    try bench.publish([
      item("g", enclosure: "https://x/1.mp3", title: "One"), item("g", enclosure: "https://x/2.mp3", title: "Two"),
    ])
    let keys = try bench.keys()
    let events = try bench.publish([
      item("g", enclosure: "https://x/2.mp3", title: "Second"), item("g", enclosure: "https://x/3.mp3", title: "Three"),
      item("g", enclosure: "https://x/1.mp3", title: "First"),
    ])
    #expect(events.map(\.name) == ["item.seen", "item.seen", "item.seen", "feed.updated"])
    #expect(events[0].subject == keys[1])
    #expect(events[2].subject == keys[0])
  }

  @Test func `a document that breaks off after one of several does not make the wrong one of it`() throws {
    let bench = try DocumentBench()
    try bench.publish([
      item("g", enclosure: "https://x/2.mp3", title: "Two", day: 2),
      item("g", enclosure: "https://x/1.mp3", title: "One", day: 1),
    ])
    let keys = try bench.keys()
    let events = try bench.publish(
      [item("g", enclosure: "https://x/3.mp3", title: "Three", day: 3)], isTruncated: true)
    #expect(events.map(\.name) == ["item.seen", "feed.updated"])
    #expect(!keys.contains(events[0].subject))
  }

  @Test func `an item that comes back is the one that left`() throws {
    let bench = try DocumentBench()
    let (one, two) = (item("1", title: "One", day: 1), item("2", title: "Two", day: 2))
    try bench.publish([two, one])
    let key = try bench.keys()[0]
    #expect(try bench.publish([one]).map(\.name) == ["item.left", "feed.updated"])
    let events = try bench.publish([two, one])
    #expect(events.map(\.name) == ["item.seen", "feed.updated"])
    #expect(events[0].subject == key)
  }

  @Test func `items alike in everything are as many as there are`() throws {
    let twin = item("g", enclosure: "https://x/1.mp3", title: "One", day: 2)
    let other = item("h", title: "Other", day: 1)
    let bench = try DocumentBench()
    try bench.publish([twin, twin, other])
    #expect(Set(try bench.keys()).count == 3)
    #expect(try bench.publish([twin, other, twin]).isEmpty)
    #expect(try bench.publish([twin, other]).map(\.name) == ["item.left", "feed.updated"])
    #expect(try bench.publish([twin, other]).isEmpty)
  }
}
