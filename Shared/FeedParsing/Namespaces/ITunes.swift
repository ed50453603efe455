internal import Castwire

extension Vocabulary {
  static let itunes = Vocabulary(
    uris: ["itunes.com/dtds/podcast-1.0.dtd"], prefixes: ["itunes"],
    readFeedElement: { $0.readITunesFeedElement() },
    readItemElement: { $0.readITunesItemElement() })

  static let googlePlay = Vocabulary(
    uris: ["google.com/schemas/play-podcasts/1.0", "google.com/schemas/play-podcasts/1.0/play-podcasts.xsd"],
    prefixes: ["googleplay"],
    readFeedElement: { $0.readITunesFeedElement() },
    readItemElement: { $0.readITunesItemElement() })
}

/// Apple's podcast tags, and Google Play's, which repeat them.
extension FeedReader {
  fileprivate mutating func readITunesFeedElement() {
    switch name {
    case .title: feed.title.offer(readCandidate(.unknown, rank: 2))
    case .summary, .description: feed.description.offer(readCandidate(.html, rank: 4))
    case .subtitle:
      let subtitle = readCandidate(.html, rank: 0)
      feed.description.offer(subtitle)
      feed.feed.subtitle = plainText(subtitle) ?? feed.feed.subtitle
    case .author: feed.author.offer(readPersonName(), rank: 5)
    case .image: feed.image.offer(readImage(), rank: 5)
    case .link: readAtomFeedLink()
    case .explicit: feed.explicit.replace(readTruth(), rank: 5)
    case .block: feed.feed.blocked = readTruth() ?? feed.feed.blocked
    case .complete: feed.feed.complete = readTruth() ?? feed.feed.complete
    case .category: readITunesCategory()
    case .keywords: readKeywords { $0.feed.feed.keywords.append($1) }
    case .owner: readITunesOwner()
    case .type: feed.feed.type = readPodcastType()
    case .newFeedURL: feed.feed.newFeedURL = readURL()
    case .applePodcastsVerify: feed.feed.applePodcastsVerify = readString() ?? feed.feed.applePodcastsVerify
    default: scanner.skipElement()
    }
  }

  fileprivate mutating func readITunesItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(.unknown, rank: 2))
    case .summary, .description: draft.description.offer(readCandidate(.html, rank: 4))
    case .subtitle:
      let subtitle = readCandidate(.html, rank: 0)
      if let text = plainText(subtitle) { draft.item.subtitle = text }
      draft.description.offer(subtitle)
    case .author: draft.author.offer(readPersonName(), rank: 5)
    case .image: draft.image.offer(readImage(), rank: 5)
    case .link: readAtomItemLink()
    case .explicit: draft.explicit.replace(readTruth(), rank: 5)
    case .block: draft.item.blocked = readTruth() ?? draft.item.blocked
    case .isClosedCaptioned: draft.item.isClosedCaptioned = readTruth() ?? draft.item.isClosedCaptioned
    case .order: draft.item.order = readPositive() ?? draft.item.order
    case .keywords: readKeywords { $0.draft.item.keywords.append($1) }
    case .duration: draft.duration.offer(readPlayingTime(), rank: 5)
    case .season: draft.item.seasonNumber = readOrdinal("s", least: 1) ?? draft.item.seasonNumber
    case .episode: draft.item.episodeNumber = readOrdinal("e") ?? draft.item.episodeNumber
    case .episodetype: draft.item.episodeType = readEpisodeType()
    default: scanner.skipElement()
    }
  }

  /// Words and phrases between commas, which Media RSS writes in the same way.
  mutating func readKeywords(_ add: (inout FeedReader, String) -> Void) {
    guard var text = readPlainText() else { return }
    let keywords = text.withUTF8 { bytes -> [String] in
      let view = ByteView(bytes)
      var (keywords, position): ([String], Int) = ([], 0)
      while position <= view.count, keywords.count < listLimit {
        let end = view.firstIndex(of: UInt8(ascii: ","), from: position) ?? view.count
        let keyword = view[position..<end].trimmed
        if !keyword.isEmpty { keywords.append(keyword.trustedString) }
        position = end + 1
      }
      return keywords
    }
    for keyword in keywords { add(&self, keyword) }
  }

  private mutating func readPodcastType() -> String? {
    let type = readString()?.lowercased()
    return type == "episodic" || type == "serial" ? type : nil
  }

  private mutating func readEpisodeType() -> String? {
    readValue("bad-episode-type", "is no type of episode") { view -> String? in
      let type = view.trimmed
      if type.equalsIgnoringCase("full") { return "full" }
      if type.equalsIgnoringCase("trailer") { return "trailer" }
      return type.equalsIgnoringCase("bonus") ? "bonus" : nil
    }
  }

  /// A category and the subcategories in it.
  private mutating func readITunesCategory() {
    if let text = attribute(.text) {
      feed.genres.append(text)
      feed.categories.append(text)
    }
    readChildren(named: .category) { reader in
      if let text = reader.attribute(.text) { reader.feed.categories.append(text) }
      reader.scanner.skipElement()
    }
  }

  private mutating func readITunesOwner() {
    readChildren { reader in
      switch reader.name {
      case .name: reader.feed.feed.ownerName = reader.readPlainText() ?? reader.feed.feed.ownerName
      case .email: reader.feed.feed.ownerEmail = reader.readPlainText() ?? reader.feed.feed.ownerEmail
      default: reader.scanner.skipElement()
      }
    }
  }
}
