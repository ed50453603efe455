internal import Castwire
internal import Foundation

/// An item while its element is read.
struct ItemDraft {
  var item = FeedItem()
  var title = Candidates()
  var description = Candidates()
  var content = Candidates()
  var author = Best<String>()
  var link = Best<String>()
  var language = Best<String>()
  var published = Best<Date>()
  var updated = Best<Date>()
  var duration = Best<Double>()
  var image = Best<String>()
  var explicit = Best<Bool>()
  var commentCount = Best<Int>()
  var commentFeed = Best<String>()
  /// Renditions that are sound or moving pictures: enclosures too, unless the item has these already.
  var renditions: [Enclosure]?
  /// The rendition that the item calls its default.
  var defaultMedia: MediaContent?
  /// Of a broadcast alone.
  var contentLinks: [ContentLink]?
  /// The guid, not yet resolved, and whether it is said to be a permalink.
  var guid: String?
  var isPermaLink: Bool?

  /// Whether `item` was taken, and an empty one left.
  private var isTaken = true

  /// Moves the item to where an empty one is. A copy would count the references to all of its texts.
  mutating func takeItem(into place: inout FeedItem) {
    swap(&place, &item)
    isTaken = true
  }

  /// Makes it an empty draft that keeps its working space: there are thousands of items in a document.
  mutating func reset() {
    if !isTaken { item = FeedItem() }
    isTaken = false
    title.removeAll()
    description.removeAll()
    content.removeAll()
    (author, link, language, image, commentFeed) = (Best(), Best(), Best(), Best(), Best())
    (published, updated, duration) = (Best(), Best(), Best())
    (explicit, commentCount) = (Best(), Best())
    (renditions, defaultMedia, contentLinks) = (nil, nil, nil)
    (guid, isPermaLink) = (nil, nil)
  }
}

/// A feed's own values while the document is read.
struct FeedDraft {
  var feed = FeedDetails()
  var title = Candidates()
  var description = Candidates()
  var author = Best<String>()
  var link = Best<String>()
  var language = Best<String>()
  var image = Best<String>()
  var updated = Best<Date>()
  var explicit = Best<Bool>()
  /// Optional, as such lists are bounded when they are added to.
  var genres: [String]?
  var categories: [String]?
}
