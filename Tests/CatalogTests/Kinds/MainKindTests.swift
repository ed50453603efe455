import Castwire
import Testing

@testable import Catalog

/// What a feed is for the most part, by its first document.
struct MainKindTests {
  private static func items(audio: Int = 0, video: Int = 0, image: Int = 0, text: Int = 0) -> [FeedItem] {
    let types = [("audio/mpeg", audio), ("video/mp4", video), ("image/jpeg", image)]
    let files = types.flatMap { type, count in
      (0..<count).map { number in
        var item = FeedItem()
        item.enclosures = [Enclosure(url: "https://x.example/\(number)", type: type)]
        return item
      }
    }
    return files + Array(repeating: FeedItem(), count: text)
  }

  private static func feed(_ change: (inout FeedDetails) -> Void) -> FeedDetails {
    var feed = FeedDetails()
    change(&feed)
    return feed
  }

  @Test(arguments: [
    (items(), EntityKind.episode), (items(text: 3), .episode), (items(audio: 1, video: 2, image: 2), .video),
    (items(audio: 1, video: 1, image: 1), .episode), (items(video: 1, image: 1), .video),
    (items(audio: 1, image: 2), .photo), (items(video: 1, text: 2), .episode), (items(image: 5, text: 1), .photo),
  ])
  func `most of its items decide, and of two kinds the first`(items: [FeedItem], kind: EntityKind) {
    #expect(KindDecision.mainKind(of: items.map(ItemEvidence.init), feed: FeedDetails(), stated: nil) == kind)
    #expect(
      KindDecision.mainKind(of: items.reversed().map(ItemEvidence.init), feed: FeedDetails(), stated: nil) == kind)
  }

  @Test(arguments: [
    (feed { $0.channelID = "UC1" }, EntityKind.video), (feed { $0.generator = "PeerTube - https://t.example" }, .video),
    (
      feed {
        $0.generator = "PeerTube"; $0.type = "episodic"
      }, .video
    ), (feed { $0.primaryGenre = "Arts" }, .episode),
    (feed { $0.ownerName = "Jo" }, .episode), (feed { $0.podcastGUID = "g" }, .episode),
  ])
  func `where the feed is from decides before its items`(feed: FeedDetails, kind: EntityKind) {
    #expect(KindDecision.mainKind(of: Self.items(image: 3).map(ItemEvidence.init), feed: feed, stated: nil) == kind)
    #expect(KindDecision.mainKind(of: [], feed: feed, stated: nil) == kind)
  }

  @Test(arguments: EntityKind.allCases)
  func `who follows it decides before the feed`(kind: EntityKind) {
    let feed = Self.feed { $0.channelID = "UC1" }
    #expect(KindDecision.mainKind(of: Self.items(audio: 3).map(ItemEvidence.init), feed: feed, stated: kind) == kind)
  }
}
