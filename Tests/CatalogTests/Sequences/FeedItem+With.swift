import Castwire
import Foundation

/// An item that is like no other, by a label: its guid, file, title, link and day are its own.
///
/// The label stands in the item's description, which no rule of identity looks at: what the catalog makes of the item is
/// called by it.
///
/// - Parameter label: a small letter, or a word that begins with one: "b" is of the second day.
func one(_ label: String) -> FeedItem {
  var item = FeedItem()
  item.description = label
  item.identifierRule = .guid
  item.identifier = "guid-\(label)"
  item.title = "Title \(label)"
  item.link = "https://example.com/\(label)"
  return item.file("https://cdn.example/\(label).mp3").day(
    Int(label.utf8.first ?? 0) - Int(UInt8(ascii: "a")) + 1)
}

/// The address of a file as it was signed at some time.
func signedFile(_ name: String, _ time: Int) -> String {
  "https://cdn.example/\(name).mp3?Expires=\(time)&Signature=s\(time)"
}

extension FeedItem {
  /// The same with another value of a field.
  func with<Value>(_ field: WritableKeyPath<FeedItem, Value>, _ value: Value) -> FeedItem {
    var item = self
    item[keyPath: field] = value
    return item
  }

  /// What the catalog's entity is called in lines.
  func label(_ label: String) -> FeedItem { with(\.description, label) }

  func guid(_ guid: String) -> FeedItem { with(\.identifier, guid).with(\.identifierRule, .guid) }
  func title(_ title: String?) -> FeedItem { with(\.title, title) }
  func link(_ link: String?) -> FeedItem { with(\.link, link) }

  /// Counted from 2020-09-13; feed-ingest's clock begins in the midst of day 1157.
  func day(_ day: Double?) -> FeedItem {
    with(\.publicationDate, day.map { Date(timeIntervalSince1970: 1_600_000_000 + $0 * 86_400) })
  }

  func day(_ day: Int) -> FeedItem { self.day(Double(day)) }

  func file(_ url: String?, type: String? = "audio/mpeg", length: Int? = nil) -> FeedItem {
    with(\.enclosureURL, url).with(\.enclosures, url.map { [Enclosure(url: $0, type: type, length: length)] })
  }

  /// The same without a stated id: the parser calls such an item by its link, else by its file, else by what it is.
  func withoutGUID() -> FeedItem {
    if let link { return with(\.identifier, link).with(\.identifierRule, .link) }
    if let enclosureURL { return with(\.identifier, enclosureURL).with(\.identifierRule, .enclosure) }
    return with(\.identifier, Identity.digest(of: Array("\(title ?? "")\n\(publicationDate.debugDescription)".utf8)))
      .with(\.identifierRule, .digest)
  }

  func views(_ views: Int?) -> FeedItem { with(\.numberOfViews, views) }

  /// A video of YouTube's; without media one that is announced.
  func video(hasMedia: Bool = true) -> FeedItem {
    let name = description ?? ""
    let media =
      hasMedia ? [MediaContent(url: "https://www.youtube.com/v/\(name)", type: "application/x-shockwave-flash")] : nil
    return file(nil).link("https://www.youtube.com/watch?v=\(name)").with(\.videoID, name).with(\.media, media)
  }
}
