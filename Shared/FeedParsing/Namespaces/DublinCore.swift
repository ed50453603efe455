internal import Castwire

/// Dublin Core elements and terms.
extension FeedReader {
  mutating func readDublinCoreFeedElement() {
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

  mutating func readDublinCoreItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(.unknown, rank: 1))
    case .description: draft.description.offer(readCandidate(.html, rank: 2))
    case .creator, .author: draft.author.offer(readPersonName(), rank: 3)
    case .date, .modified: draft.updated.offer(readDate(), rank: 2)
    case .issued, .created: draft.published.offer(readDate(), rank: 2)
    case .subject: if let subject = readPlainText() { draft.item.categories.append(subject) }
    default: scanner.skipElement()
    }
  }
}
