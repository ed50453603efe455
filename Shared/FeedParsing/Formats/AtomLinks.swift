internal import Castwire

/// Atom's `link`, in Atom and wherever else it stands (RFC 4287, section 4.2.7; RFC 5005; WebSub).
extension FeedReader {
  private enum Relation {
    case alternate, selfReference, enclosure, hub, next, image, other
  }

  mutating func readAtomFeedLink() {
    let relation = relation()
    let rank = alternateRank()
    let url = urlAttribute(.href)
    switch relation {
    case .alternate: feed.link.offer(url, rank: rank)
    case .selfReference: feed.feed.selfURL = feed.feed.selfURL ?? url
    case .hub: feed.feed.hubURL = feed.feed.hubURL ?? url
    case .next: feed.feed.nextPageURL = feed.feed.nextPageURL ?? url
    case .image: feed.image.offer(url, rank: 2)
    case .enclosure, .other: break
    }
    scanner.skipElement()
  }

  mutating func readAtomItemLink() {
    let relation = relation()
    let rank = alternateRank()
    let type = attribute(.type)
    let length = attribute(.length, { Numbers.positive($0) })
    let url = urlAttribute(.href)
    switch relation {
    case .alternate: draft.link.offer(url, rank: rank)
    case .enclosure: if let url { draft.item.enclosures.append(enclosure(url: url, type: type, length: length)) }
    case .image: draft.image.offer(url, rank: 2)
    case .selfReference, .hub, .next, .other: break
    }
    scanner.skipElement()
  }

  private mutating func relation() -> Relation {
    attribute(.rel) { value in
      var value = value
      let registry: StaticString = "http://www.iana.org/assignments/relation/"
      if value.matchesIgnoringCase(registry, at: 0) { value = value[registry.utf8CodeUnitCount..<value.count] }
      if value.isEmpty || value.equalsIgnoringCase("alternate") { return .alternate }
      if value.equalsIgnoringCase("self") { return .selfReference }
      if value.equalsIgnoringCase("enclosure") { return .enclosure }
      if value.equalsIgnoringCase("hub") { return .hub }
      if value.equalsIgnoringCase("next") { return .next }
      return value.equalsIgnoringCase("image") ? .image : .other
    } ?? .alternate
  }

  /// Pages for readers before other forms of the same thing; both behind RSS's own link.
  private mutating func alternateRank() -> Int {
    attribute(.type) { value in
      value.isEmpty || value.matchesIgnoringCase("text/html", at: 0)
        || value.matchesIgnoringCase("application/xhtml", at: 0)
    } ?? true ? 4 : 3
  }
}
