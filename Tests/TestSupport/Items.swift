public import Castwire
internal import Foundation

/// An item with nothing but what a test is about.
///
/// - Parameter day: of its publication, counted from 2020-09-13.
public func item(
  _ guid: String?, enclosure: String? = nil, title: String? = nil, link: String? = nil, day: Int? = nil,
  views: Int? = nil
) -> FeedItem {
  var item = FeedItem()
  item.identifier = guid ?? link ?? enclosure
  item.identifierRule = guid != nil ? .guid : link != nil ? .link : .enclosure
  item.title = title
  item.link = link
  item.enclosureURL = enclosure
  item.enclosures = enclosure.map { [Enclosure(url: $0, type: "audio/mpeg")] }
  item.publicationDate = day.map { Date(timeIntervalSince1970: 1_600_000_000 + Double($0) * 86_400) }
  item.numberOfViews = views
  return item
}
