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

  mutating func readAtomFeedLink() {
    let relation = relation()
    let rank = alternateRank()
    let title = attribute(.title)
    if let url = urlAttribute(.href) {
      switch relation {
      case .alternate: feed.link.offer(url, rank: rank)
      case .hub: feed.feed.hubURLs.append(url)
      case .image: feed.image.offer(url, rank: 2)
      case .payment: feed.feed.funding.append(Funding(url: url, text: title))
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
    scanner.skipElement()
  }

  mutating func readAtomItemLink() {
    let relation = relation()
    let rank = alternateRank()
    if let url = urlAttribute(.href) {
      switch relation {
      case .alternate: draft.link.offer(url, rank: rank)
      case .enclosure:
        let length = positiveAttribute(.length)
        draft.item.enclosures.append(
          enclosure(url: url, type: attribute(.type), length: length, title: attribute(.title)))
      case .image: draft.image.offer(url, rank: 2)
      case .related: draft.item.externalURL = draft.item.externalURL ?? url
      case .payment: draft.item.funding.append(Funding(url: url, text: attribute(.title)))
      case .replies: readReplies(url)
      default: break
      }
    }
    scanner.skipElement()
  }

  /// A page or a feed of comments, with how many there are (RFC 4685).
  private mutating func readReplies(_ url: String) {
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
