internal import Castwire

extension Vocabulary {
  static let dublinCore = Vocabulary(
    uris: ["purl.org/dc/elements/1.1", "purl.org/dc/elements/1.0", "dublincore.org/documents/dcmi-namespace"],
    prefixes: ["dc"],
    readFeedElement: { $0.readDublinCoreFeedElement() },
    readItemElement: { $0.readDublinCoreItemElement() })

  static let dublinCoreTerms = Vocabulary(
    uris: ["purl.org/dc/terms"], prefixes: ["dcterms"],
    readFeedElement: { $0.readDublinCoreFeedElement() },
    readItemElement: { $0.readDublinCoreItemElement() })
}

/// Dublin Core elements and terms.
extension FeedReader {
  fileprivate mutating func readDublinCoreFeedElement() {
    switch name {
    case .title: feed.title.offer(readCandidate(.unknown, rank: 1))
    case .description: feed.description.offer(readCandidate(.html, rank: 2))
    case .creator, .author: feed.author.offer(readPersonName(), rank: 3)
    case .language: feed.language.offer(readString(), rank: 3)
    case .rights: feed.feed.copyright = readPlainText() ?? feed.feed.copyright
    case .date, .modified: feed.updated.offer(readDate(), rank: 2)
    case .subject: if let subject = readPlainText() { feed.categories.append(subject) }
    default: scanner.skipElement()
    }
  }

  fileprivate mutating func readDublinCoreItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(.unknown, rank: 1))
    case .description: draft.description.offer(readCandidate(.html, rank: 2))
    case .creator, .author: draft.author.offer(readPersonName(), rank: 3)
    case .language: draft.language.offer(readString(), rank: 3)
    case .date, .modified: draft.updated.offer(readDate(), rank: 2)
    case .issued, .created: draft.published.offer(readDate(), rank: 2)
    case .dateTaken: draft.item.dateTaken = readDate() ?? draft.item.dateTaken
    case .subject: if let subject = readPlainText() { draft.item.categories.append(subject) }
    default: scanner.skipElement()
    }
  }
}
