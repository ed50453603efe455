internal import Castwire

/// Apple's podcast tags, and Google Play's, which repeat them.
extension FeedReader {
  mutating func readITunesFeedElement() {
    switch name {
    case .title: feed.title.offer(readCandidate(.unknown, rank: 2))
    case .summary, .description: feed.description.offer(readCandidate(.html, rank: 4))
    case .subtitle: feed.description.offer(readCandidate(.html, rank: 0))
    case .author: feed.author.offer(readPersonName(), rank: 5)
    case .image: feed.image.offer(readImage(), rank: 5)
    case .link: readAtomFeedLink()
    case .explicit: feed.feed.explicit = readTruth() ?? feed.feed.explicit
    case .category: readITunesCategory()
    case .owner: readITunesOwner()
    case .type: feed.feed.type = readPodcastType()
    case .newFeedURL: feed.feed.newFeedURL = readURL()
    default: scanner.skipElement()
    }
  }

  mutating func readITunesItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(.unknown, rank: 2))
    case .summary, .description: draft.description.offer(readCandidate(.html, rank: 4))
    case .subtitle: draft.description.offer(readCandidate(.html, rank: 0))
    case .author: draft.author.offer(readPersonName(), rank: 5)
    case .image: draft.image.offer(readImage(), rank: 5)
    case .link: readAtomItemLink()
    case .explicit: draft.item.explicit = readTruth() ?? draft.item.explicit
    case .duration: draft.duration.offer(readPlayingTime(), rank: 5)
    case .season: draft.item.seasonNumber = readOrdinal("s", least: 1) ?? draft.item.seasonNumber
    case .episode: draft.item.episodeNumber = readOrdinal("e") ?? draft.item.episodeNumber
    case .episodetype: draft.item.episodeType = readEpisodeType()
    default: scanner.skipElement()
    }
  }

  private mutating func readPodcastType() -> String? {
    let type = readString()?.lowercased()
    return type == "episodic" || type == "serial" ? type : nil
  }

  private mutating func readEpisodeType() -> String? {
    let offset = scanner.tagStart
    guard let type = readString()?.lowercased() else { return nil }
    if type == "full" || type == "trailer" || type == "bonus" { return type }
    scanner.diagnostics.report("bad-episode-type", at: offset, "“\(type.prefix(80))” is no type of episode")
    return nil
  }

  /// A category and the subcategories in it.
  private mutating func readITunesCategory() {
    if let text = attribute(.text) {
      feed.genres.append(text)
      feed.categories.append(text)
    }
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return
      case .end: continue
      case .text: continue
      case .start where name == .category:
        if let text = attribute(.text) { feed.categories.append(text) }
        scanner.skipElement()
      case .start: scanner.skipElement()
      }
    }
  }

  private mutating func readITunesOwner() {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return
      case .text, .end: continue
      case .start where name == .name: feed.feed.ownerName = readPlainText() ?? feed.feed.ownerName
      case .start where name == .email: feed.feed.ownerEmail = readPlainText() ?? feed.feed.ownerEmail
      case .start: scanner.skipElement()
      }
    }
  }
}
