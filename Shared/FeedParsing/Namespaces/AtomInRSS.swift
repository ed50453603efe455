internal import Castwire

extension Vocabulary {
  static let atom = Vocabulary(
    uris: ["w3.org/2005/atom", "purl.org/atom/ns", "purl.org/echo", "purl.org/pie"],
    prefixes: ["atom", "atom03", "atom10", "a10"],
    readFeedElement: { $0.readAtomElementOfRSSFeed() },
    readItemElement: { $0.readAtomElementOfRSSItem() })
}

/// Atom's elements in RSS. What RSS itself says of the same thing comes before them, but for dates and content.
extension FeedReader {
  fileprivate mutating func readAtomElementOfRSSFeed() {
    switch name {
    case .link: readAtomFeedLink()
    case .title: feed.title.offer(readAtomText(rank: 1))
    case .subtitle, .tagline: feed.description.offer(readAtomText(rank: 1))
    case .author: offerFeedAuthor(readAtomPerson(), rank: 1)
    case .updated, .modified: feed.updated.offer(readDate(), rank: 2)
    case .published: feed.updated.offer(readDate(), rank: 0)
    case .logo: feed.image.offer(readURL(), rank: 1)
    case .icon: readIcon(rank: 0)
    case .category: if let category = readCategory() { feed.categories.append(category) }
    case .rights:
      let rights = plainText(readAtomText(rank: 0))
      feed.feed.copyright = feed.feed.copyright ?? rights
    default: scanner.skipElement()
    }
  }

  fileprivate mutating func readAtomElementOfRSSItem() {
    switch name {
    case .link: readAtomItemLink()
    case .title: draft.title.offer(readAtomText(rank: 1))
    case .author: offerItemAuthor(readAtomPerson(), rank: 1)
    case .updated, .modified: draft.updated.replace(readDate(), rank: 4)
    case .published, .issued: draft.published.offer(readDate(), rank: 4)
    case .created: draft.published.offer(readDate(), rank: 1)
    case .summary: draft.description.offer(readAtomText(rank: 3))
    case .content: draft.content.offer(readAtomText(rank: 10))
    case .category: if let category = readCategory() { draft.item.categories.append(category) }
    case .id:
      let id = readString()
      draft.guid = draft.guid ?? id
    default: scanner.skipElement()
    }
  }
}
