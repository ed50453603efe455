import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct ItemDraftTests {
  @Test func `a draft that is used again has nothing of the item before`() {
    var draft = ItemDraft()
    let candidate = TextCandidate(raw: RawText(range: 1..<2), kind: .html, base: nil, rank: 1)
    draft.item.subtitle = "x"
    draft.title.offer(candidate)
    draft.description.offer(candidate)
    draft.content.offer(candidate)
    draft.author.offer("x", rank: 1)
    draft.link.offer("x", rank: 1)
    draft.language.offer("x", rank: 1)
    draft.published.offer(Date(timeIntervalSince1970: 1), rank: 1)
    draft.updated.offer(Date(timeIntervalSince1970: 1), rank: 1)
    draft.duration.offer(1, rank: 1)
    draft.image.offer("x", rank: 1)
    draft.explicit.offer(true, rank: 1)
    draft.commentCount.offer(1, rank: 1)
    draft.commentFeed.offer("x", rank: 1)
    draft.renditions = []
    draft.defaultMedia = MediaContent(url: "x")
    draft.contentLinks = []
    draft.guid = "x"
    draft.isPermaLink = true

    var unused = ItemDraft()
    unused.reset()
    // A field that was added and is not set above shows here.
    for (filled, empty) in zip(Mirror(reflecting: draft).children, Mirror(reflecting: unused).children)
    where filled.label != "isTaken" {
      #expect("\(filled.value)" != "\(empty.value)", "\(filled.label ?? "") is not filled by this test")
    }

    draft.reset()
    draft.reset()
    #expect(String(reflecting: draft) == String(reflecting: unused))
  }
}
