import Castwire
import Testing

@testable import FeedParsing

struct OutputBudgetTests {
  @Test func `what items say is left out before items are`() {
    var budget = OutputBudget(documentSize: 1000)
    budget.spend(String(repeating: "x", count: OutputBudget.base))
    #expect(budget.isUsedUp)
    for _ in 0..<FeedParser.itemLimit {
      #expect(budget.hasRoomForItem)
      budget.spend(FeedItem())
    }
  }

  @Test func `items end, too`() {
    var budget = OutputBudget(documentSize: 1000)
    var count = 0
    while budget.hasRoomForItem, count < 4 * FeedParser.itemLimit {
      budget.spend(FeedItem())
      count += 1
    }
    #expect(count > FeedParser.itemLimit && count < 4 * FeedParser.itemLimit)
  }

  @Test func `room that is kept for items that do not come is for texts`() {
    var budget = OutputBudget(documentSize: 1000)
    budget.spend(String(repeating: "x", count: OutputBudget.base))
    #expect(budget.isUsedUp)
    budget.reserve(itemsToCome: 10)
    #expect(!budget.isUsedUp)
    budget.reserve(itemsToCome: FeedParser.itemLimit)
    #expect(budget.isUsedUp)
  }

  @Test func `rare fields count`() {
    var (plain, rare) = (OutputBudget(documentSize: 1000), OutputBudget(documentSize: 1000))
    var item = FeedItem()
    plain.spend(item)
    item.order = 1
    rare.spend(item)
    #expect(plain.roomForHTML(rest: OutputBudget.base - 1000) == 1000 - MemoryLayout<FeedItem>.stride)
    #expect(rare.roomForHTML(rest: OutputBudget.base - 1000) < 1000 - MemoryLayout<FeedItem>.stride - 400)
  }

  @Test func `many items with a few words each lose nothing`() throws {
    let item =
      "<item><title>The title of a post</title><link>https://a.example/posts/12345</link><guid>post-12345</guid>"
      + "<description>A line of text that says what the post is about.</description></item>"
    let parsed = try parse(rss(String(repeating: item, count: 60_000)))
    #expect(parsed.codes == [])
    #expect(parsed.items.count == 60_000)
    #expect(parsed.items.allSatisfy { $0.description?.isEmpty == false && $0.link != nil })
  }

  /// All of them would take more than a document of this size may.
  @Test func `of very many items with rare fields some lose these, and none is lost`() throws {
    let item = "<item><itunes:order>1</itunes:order></item>"
    let parsed = try parse(rss(String(repeating: item, count: FeedParser.itemLimit)))
    #expect(parsed.codes == ["too-much-text"])
    #expect(parsed.items.count == FeedParser.itemLimit)
    let count = parsed.items.count { $0.order == 1 }
    #expect(count > FeedParser.itemLimit / 2 && count < FeedParser.itemLimit)
    #expect(parsed.items.first?.order == 1 && parsed.items.last?.hasExtras == false)
  }

  @Test func `texts that are too long cost no item`() throws {
    let value = "<podcast:value type=\"a\">\(String(repeating: "<podcast:valueRecipient address=\"x\"/>", count: 1000))"
    let item = "<item><guid>1</guid>\(value)</podcast:value></item>"
    let parsed = try parse(rss(String(repeating: item, count: 600)))
    #expect(parsed.codes.contains("too-much-text") && !parsed.codes.contains("too-many-items"))
    #expect(parsed.items.count == 600)
  }

  @Test func `the memory of every list counts`() {
    var item = FeedItem()
    item.authors = [Person(name: "x")]
    item.enclosures = [Enclosure(url: "x"), Enclosure(url: "y")]
    item.categories = ["x"]
    item.credits = [Credit(name: "x")]
    item.images = [FeedImage(url: "x")]
    item.alternateEnclosures = [AlternateEnclosure(sources: [MediaSource(uri: "x"), MediaSource(uri: "y")])]
    item.media = [MediaContent(url: "x")]
    item.thumbnails = [Thumbnail(url: "x")]
    item.transcripts = [Transcript(url: "x")]
    item.people = [Person(name: "x")]
    item.soundbites = [Soundbite(startTime: 1, duration: 1)]
    item.locations = [Location(name: "x")]
    item.values = [PodcastValue(type: "x", recipients: [ValueRecipient(address: "x")])]
    item.funding = [Funding(url: "x")]
    item.socialInteracts = [SocialInteract(protocol: "x")]
    item.texts = [TextRecord(text: "x")]
    item.licenses = [License(identifier: "x")]
    item.keywords = ["x"]

    let (size, missing) = Self.lists(in: item)
    // A list that was added to the model and is not filled above shows here.
    #expect(missing == [])
    #expect(item.sizeOfLists == size)
  }

  /// The memory of all lists that are found in a value, and the names of those that are nil.
  private static func lists(in value: Any) -> (size: Int, missing: [String]) {
    Mirror(reflecting: value).children.reduce(into: (0, [])) { result, child in
      let mirror = Mirror(reflecting: child.value)
      // A cast alone would see a list in an optional, too, and then again.
      if type(of: child.value) is any SizedList.Type, let list = child.value as? any SizedList {
        result.0 += 2 * list.size
      } else if mirror.children.isEmpty, type(of: child.value) is any OptionalList.Type {
        result.1.append(child.label ?? "")
      }
      let inner = lists(in: child.value)
      result.0 += inner.size
      result.1 += inner.missing
    }
  }
}

private protocol SizedList {
  /// Of its elements, in bytes.
  var size: Int { get }
}

extension Array: SizedList {
  fileprivate var size: Int { MemoryLayout<Element>.stride * count }
}

private protocol OptionalList {}

extension Optional: OptionalList where Wrapped: SizedList {}
