internal import Castwire

/// Atom's `link`, in Atom and wherever else it stands (RFC 4287, section 4.2.7; RFC 4685; RFC 5005; WebSub).
extension FeedReader {
  private enum Relation: String, CaseIterable {
    case alternate, selfReference = "self", enclosure, hub, image, related, replies, payment
    case next, previous, prev, first, last, current
    case previousArchive = "prev-archive"
    case nextArchive = "next-archive"

    static let table = NameTable(allCases.map { ($0.rawValue, $0) })
  }

  /// What the attributes of a link say, but for its address.
  private struct Attributes {
    let relation: Relation?
    let rank: Int
    /// Asked for only where they matter.
    var type, title: String?
    var length: Int?
  }

  mutating func readAtomFeedLink() {
    let link = linkAttributes()
    guard let url = readLinkURL() else { return }
    switch link.relation {
    case .alternate: feed.link.offer(url, rank: link.rank)
    case .hub: feed.feed.hubURLs.append(url)
    case .image: feed.image.offer(url, rank: 2)
    case .payment: feed.feed.funding.append(Funding(url: url, text: link.title))
    case .selfReference: feed.feed.selfURL = feed.feed.selfURL ?? url
    case .next: feed.feed.nextPageURL = feed.feed.nextPageURL ?? url
    case .previous, .prev: feed.feed.previousPageURL = feed.feed.previousPageURL ?? url
    case .first: feed.feed.firstPageURL = feed.feed.firstPageURL ?? url
    case .last: feed.feed.lastPageURL = feed.feed.lastPageURL ?? url
    case .current: feed.feed.currentURL = feed.feed.currentURL ?? url
    case .previousArchive: feed.feed.previousArchiveURL = feed.feed.previousArchiveURL ?? url
    case .nextArchive: feed.feed.nextArchiveURL = feed.feed.nextArchiveURL ?? url
    case .enclosure, .related, .replies, nil: break
    }
  }

  mutating func readAtomItemLink() {
    let link = linkAttributes()
    if link.relation == .replies { readReplies() }
    guard let url = readLinkURL() else { return }
    switch link.relation {
    case .alternate: draft.link.offer(url, rank: link.rank)
    case .enclosure:
      draft.item.enclosures.append(enclosure(url: url, type: link.type, length: link.length, title: link.title))
    case .image: draft.image.offer(url, rank: 2)
    case .related: draft.item.externalURL = draft.item.externalURL ?? url
    case .payment: draft.item.funding.append(Funding(url: url, text: link.title))
    default: break
    }
  }

  /// The address, to the element's end: in the attribute, or in sloppy feeds as text.
  private mutating func readLinkURL() -> String? {
    guard scanner.attribute(.href) != nil else { return readURL() }
    let url = urlAttribute(.href)
    scanner.skipElement()
    return url
  }

  private mutating func linkAttributes() -> Attributes {
    let relation = relation()
    var link = Attributes(relation: relation, rank: alternateRank())
    if relation == .enclosure || relation == .payment {
      (link.type, link.title) = (attribute(.type), attribute(.title))
      link.length = positiveAttribute(.length)
    }
    return link
  }

  /// A page or a feed of comments, with how many there are (RFC 4685).
  private mutating func readReplies() {
    guard let url = urlAttribute(.href) else { return }
    draft.commentCount.offer(attribute(.count, in: .threading, { Numbers.count($0) }), rank: 1)
    if attribute(.type, { $0.matchesIgnoringCase("text/html", at: 0) }) ?? false {
      draft.item.commentsURL = draft.item.commentsURL ?? url
    } else {
      draft.commentFeed.offer(url, rank: 1)
    }
  }

  /// Nil for a relation of no interest here; without any, a link is to the alternate.
  private mutating func relation() -> Relation? {
    let relation: Relation?? = attribute(.rel) { value in
      var value = value
      let registry: StaticString = "http://www.iana.org/assignments/relation/"
      if value.matchesIgnoringCase(registry, at: 0) { value = value[registry.utf8CodeUnitCount..<value.count] }
      return value.isEmpty ? .some(.alternate) : .some(Relation.table[NameHash(value)])
    }
    return relation ?? .alternate
  }

  /// Pages for readers before other forms of the same thing; both behind RSS's own link.
  private mutating func alternateRank() -> Int {
    attribute(.type) { value in
      value.isEmpty || value.matchesIgnoringCase("text/html", at: 0)
        || value.matchesIgnoringCase("application/xhtml", at: 0)
    } ?? true ? 4 : 3
  }
}
