import Castwire
import CastwireBus
import Testing

/// Items hold their rare fields out of line, and must not be told from items that hold them themselves.
struct FeedItemExtrasTests {
  @Test func `an item is small, and one without rare fields holds nothing else`() {
    #expect(MemoryLayout<FeedItem>.stride <= 256)
    var item = FeedItem()
    (item.title, item.enclosures, item.episodeNumber) = ("Low water", [Examples.enclosure], 7)
    #expect(!item.hasExtras)
    #expect(item.transcripts == nil && item.numberOfViews == nil)
  }

  static let changes: [(name: String, change: @Sendable (inout FeedItem) -> Void)] = [
    ("text", { $0.subtitle = "Another" }),
    ("number", { $0.numberOfViews = 1 }),
    ("list", { $0.keywords?.append("ebb") }),
    ("removal", { $0.keywords = nil }),
    ("all", { $0.extras = nil }),
    ("all that are new", { $0.extras = FeedItemExtras() }),
  ]

  @Test(arguments: changes)
  func `a copy stays as it is when the item changes`(name: String, change: @Sendable (inout FeedItem) -> Void) {
    var item = Examples.item
    let copy = item
    change(&item)
    #expect(item != copy, "\(name)")
    #expect(copy == Examples.item, "\(name)")
  }

  @Test func `an item whose rare fields are all taken away is an empty one`() throws {
    var item = FeedItem()
    item.subtitle = "At the shore"
    item.keywords = ["tide"]
    #expect(item.hasExtras)
    item.subtitle = nil
    #expect(item.hasExtras)
    item.keywords?.removeAll()
    #expect(item.hasExtras)
    item.keywords = nil
    #expect(!item.hasExtras)
    #expect(item == FeedItem())
    #expect(item.hashValue == FeedItem().hashValue)

    Self.clear(&item.transcripts)
    #expect(!item.hasExtras, "in place")
    item.transcripts = [Examples.transcript]
    Self.clear(&item.transcripts)
    #expect(!item.hasExtras, "in place")
    item.extras = FeedItemExtras()
    #expect(!item.hasExtras, "as a whole")
  }

  private static func clear<Element>(_ list: inout [Element]?) {
    list = nil
  }

  @Test func `items with equal rare fields are equal and have one hash`() {
    let (one, other) = (Examples.item, Examples.item)
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    var third = other
    third.order = 4
    #expect(one != third)
  }

  /// A copy for each element would take time that grows with the square of their number.
  @Test func `a list grows in place`() {
    var item = FeedItem()
    var keywords: [String] = []
    keywords.reserveCapacity(100)
    item.keywords = keywords
    keywords = []
    let place = item.keywords?.withUnsafeBufferPointer(\.baseAddress)
    for number in 0..<100 { item.keywords?.append("\(number)") }
    #expect(item.keywords?.count == 100)
    #expect(item.keywords?.withUnsafeBufferPointer(\.baseAddress) == place)
  }

  @Test func `JSON tells no difference between common and rare fields`() throws {
    var item = FeedItem()
    (item.title, item.subtitle, item.order) = ("Low water", "At the shore", 3)
    let json = try BusCoder.encode(item)
    #expect(String(decoding: json, as: UTF8.self) == #"{"order":3,"subtitle":"At the shore","title":"Low water"}"#)
    #expect(try BusCoder.decode(FeedItem.self, from: json) == item)
    #expect(try !BusCoder.decode(FeedItem.self, from: Array(#"{"title":"x","subtitle":null}"#.utf8)).hasExtras)
    #expect(throws: DecodingError.self) {
      try BusCoder.decode(FeedItem.self, from: Array(#"{"order":"third"}"#.utf8))
    }
  }

  @Test func `what changed is named, be it common or rare`() throws {
    var changed = Examples.item
    (changed.title, changed.order, changed.transcripts) = ("High water", 4, nil)
    #expect(try FieldChanges.names(from: Examples.item, to: changed) == ["order", "title", "transcripts"])
    changed = Examples.item
    changed.extras = nil
    let names = try FieldChanges.names(from: Examples.item, to: changed)
    #expect(names == Mirror(reflecting: FeedItemExtras()).children.compactMap(\.label).sorted())
  }

  @Test func `an item that is printed shows its rare fields`() {
    #expect("\(Examples.item)".contains("\(Examples.transcript)"))
  }
}
