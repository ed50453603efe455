import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import FeedIngest

/// What feeds say, however much it is, fits into events: feed-ingest's, the catalog's and the formatter's.
struct SizeLimitTests {
  /// More text than an event holds, of characters that JSON escapes.
  private static let escaped = String(repeating: "\u{1}\"\\", count: 120_000)
  private static let plain = String(repeating: "Wörter 🐚 ", count: 90_000)

  private static func huge() -> [FeedItem] {
    func made(_ change: (inout FeedItem) -> Void) -> FeedItem {
      var item = item("guid", enclosure: "https://x/1.mp3", title: "One", link: "https://x/1", day: 1)
      change(&item)
      return item
    }
    return [
      made { $0.contentHTML = "<p><b>" + plain + "</b></p>" },
      made { $0.description = escaped },
      made { item in
        item.contentHTML =
          "<div>" + String(repeating: "<p>some <a href=\"https://x/y\">link</a> &amp;</p>", count: 25_000)
        item.description = plain
        item.title = escaped
      },
      made { $0.identifier = plain },
      made { $0.link = "https://x/" + String(repeating: "a", count: 1_100_000) },
      made { $0.imageURL = "data:image/png;base64," + String(repeating: "A", count: 1_100_000) },
      made { $0.categories = [plain] + (0..<10).map { "category \($0)" } },
      made { $0.categories = (0..<60_000).map { "category \($0)" } },
      made { $0.people = (0..<30).map { Person(name: String(repeating: "p", count: 60_000 + $0)) } },
      made {
        $0.transcripts = (0..<15_000).map { Transcript(url: "https://x/transcripts/\($0).vtt?\(escaped.prefix(30))") }
      },
      made { $0.subtitle = plain },
      made { $0.keywords = (0..<90_000).map { "keyword \($0)" } },
      made { item in
        let recipients = (0..<900).map { ValueRecipient(address: "address \($0)", name: String(plain.prefix(900))) }
        item.values = [PodcastValue(type: "lightning", recipients: recipients), PodcastValue(type: "other")]
      },
      made { $0.enclosures = (0..<20_000).map { Enclosure(url: "https://x/media/\($0).mp3", type: "audio/mpeg") } },
    ]
  }

  @Test(arguments: 0..<14)
  func `every item fits, and says what is missing of it`(number: Int) throws {
    let huge = Self.huge()[number]
    let (item, truncated) = try ItemSize.item.fitted(huge)
    #expect(try BusCoder.encode(item).count <= ItemSize.limit)
    let changed = try FieldChanges.names(from: huge, to: item)
    #expect(truncated == changed)
    #expect(changed.count >= 1)
    // The same again: the digest of an item must not change by itself.
    #expect(try ItemSize.item.fitted(huge).model == item)
    #expect(try ItemSize.item.fitted(item).truncated == nil)

    let bench = try DocumentBench()
    let events = try bench.publish([huge])
    #expect(events.map(\.name) == ["item.seen", "feed.updated"])
    #expect(events[0].json.count <= Limits.eventSize)
    #expect(try events[0].decode(ItemEvent.self).truncated == truncated)
    let asEpisode = EpisodeEvent(
      episode: Episode(id: DocumentBench.feed, podcastID: DocumentBench.feed, item: item), revision: 10_000,
      changed: Array(repeating: "publicationDate", count: 40), initial: false, truncated: truncated)
    #expect(try BusCoder.encode(asEpisode).count + 1_000 <= Limits.eventSize)
  }

  @Test func `html is cut between its tags and made safe again`() throws {
    let (item, truncated) = try ItemSize.item.fitted(Self.huge()[2])
    #expect(truncated == ["contentHTML", "description", "title"] || truncated?.contains("contentHTML") == true)
    let html = try #require(item.contentHTML)
    #expect(html.hasPrefix("<div><p>some <a href=\"https://x/y\""))
    #expect(html.hasSuffix("</div>"))
    #expect(html.components(separatedBy: "<p>").count == html.components(separatedBy: "</p>").count)
    #expect(html.components(separatedBy: "<a ").count == html.components(separatedBy: "</a>").count)
  }

  @Test func `text is cut between characters`() throws {
    var item = FeedItem()
    item.description = String(repeating: "👩‍👩‍👧", count: 100_000)
    let (cut, _) = try ItemSize.item.fitted(item)
    let text = try #require(cut.description)
    #expect(text.allSatisfy { $0 == "👩‍👩‍👧" })
    #expect(text.count > 50_000)
  }

  @Test func `what fits is left as it is`() throws {
    var item = FeedItem()
    item.description = String(repeating: "x", count: 900_000)
    let (same, truncated) = try ItemSize.item.fitted(item)
    #expect(same == item)
    #expect(truncated == nil)
  }

  @Test func `a feed that says too much of itself fits, too`() throws {
    var details = FeedDetails()
    details.title = Self.plain
    details.description = Self.escaped
    details.link = "https://x/" + String(repeating: "a", count: 1_100_000)
    details.categories = Array(repeating: "category", count: 100_000)
    details.updateFrequency = UpdateFrequency(text: Self.plain)
    details.texts = [TextRecord(text: Self.plain)]
    let bench = try DocumentBench()
    let events = try bench.publish([], details: details)
    #expect(events[0].json.count <= Limits.eventSize)
    let message = try events[0].decode(FeedEvent.self)
    #expect(Set(message.truncated ?? []).isSuperset(of: ["description", "link"]))
    #expect(try bench.publish([], details: details).isEmpty)
  }

  @Test func `every text and list of the models can be cut`() {
    let item = Set(ItemSize.item.texts.map(\.name) + ItemSize.item.lists.map(\.name))
    let details = Set(ItemSize.details.texts.map(\.name) + ItemSize.details.lists.map(\.name))
    #expect(Self.unboundedFields(of: FeedItem()).subtracting(item) == ["box"])
    #expect(Self.unboundedFields(of: FeedItemExtras()).subtracting(item) == [])
    #expect(Self.unboundedFields(of: FeedDetails()).subtracting(details) == [])
  }

  /// The names of fields that are neither numbers nor flags nor dates, nor one of a few known values.
  private static func unboundedFields(of model: some Any) -> Set<String> {
    let bounded: [any Any.Type] = [Int?.self, Double?.self, Bool?.self, Date?.self, IdentifierRule?.self]
    return Set(
      Mirror(reflecting: model).children.compactMap { child in
        bounded.contains { $0 == type(of: child.value) } ? nil : child.label
      })
  }

  @Test func `names that are alike once cut count as one`() throws {
    let long = String(repeating: "i", count: 1_200_000)
    let bench = try DocumentBench()
    let events = try bench.publish([item(long + "1", title: "One"), item(long + "2", title: "Two")])
    #expect(try events.dropLast().map { try $0.decode(ItemEvent.self).identifierCount } == [2, 2])
    #expect(Set(try bench.keys()).count == 2)
    #expect(try bench.publish([item(long + "2", title: "Two"), item(long + "1", title: "One")]).isEmpty)
  }
}
