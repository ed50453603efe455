internal import Castwire

/// Where elements of other vocabularies than the format's own go. A new one has its file beside this one, a case here,
/// and its names in `Namespace`.
extension FeedReader {
  mutating func readFeedExtension() {
    switch namespace {
    case .itunes, .googlePlay: readITunesFeedElement()
    case .dublinCore, .dublinCoreTerms: readDublinCoreFeedElement()
    case .media: readMediaFeedElement()
    case .podcast: readPodcastFeedElement()
    case .atom where name == .link: readAtomFeedLink()
    default: scanner.skipElement()
    }
  }

  mutating func readItemExtension() {
    switch namespace {
    case .itunes, .googlePlay: readITunesItemElement()
    case .content: readContentElement()
    case .dublinCore, .dublinCoreTerms: readDublinCoreItemElement()
    case .media: readMediaItemElement()
    case .podcast: readPodcastItemElement()
    case .atom: readAtomElementOfRSSItem()
    default: scanner.skipElement()
    }
  }

  /// `content:encoded` (RSS 1.0 content module).
  private mutating func readContentElement() {
    if name == .encoded { draft.content.offer(readCandidate(.html, rank: 12)) } else { scanner.skipElement() }
  }

  private mutating func readAtomElementOfRSSItem() {
    switch name {
    case .link: readAtomItemLink()
    case .updated: draft.updated.replace(readDate(), rank: 4)
    case .published: draft.published.offer(readDate(), rank: 4)
    case .summary: draft.description.offer(readAtomText(rank: 3))
    case .content: draft.content.offer(readAtomText(rank: 10))
    default: scanner.skipElement()
    }
  }

  /// An author's name out of an address with a name, or the other way round.
  mutating func readPersonName() -> String? {
    readPlainText().map(PersonName.name(in:))
  }
}

extension Optional {
  /// Adds an element to a list that is nil as long as it is empty, up to a limit that no honest item comes near.
  mutating func append<Element>(_ element: Element) where Wrapped == [Element] {
    if self == nil { self = [] }
    // Not nil now. In place: a copy for each element would take time that grows with their square.
    if self!.count < 1000 { self!.append(element) }
  }
}
