internal import Castwire

extension Vocabulary {
  static let media = Vocabulary(
    uris: ["search.yahoo.com/mrss", "video.search.yahoo.com/mrss", "tools.search.yahoo.com/mrss"],
    prefixes: ["media"],
    readFeedElement: { $0.readMediaFeedElement() },
    readItemElement: { $0.readMediaItemElement() })
}

/// Media RSS 1.5.1. What a group or a content says counts for the item, too: feeds show one thing in one item.
extension FeedReader {
  fileprivate mutating func readMediaFeedElement() {
    switch name {
    case .title: feed.title.offer(readCandidate(mediaKind(), rank: 1))
    case .description: feed.description.offer(readCandidate(mediaKind() == .plain ? .plain : .html, rank: 1))
    case .thumbnail: feed.image.offer(readThumbnail()?.url, rank: 2)
    case .category: readMediaCategory { $0.feed.categories.append($1) }
    case .keywords: readKeywords { $0.feed.feed.keywords.append($1) }
    case .rating, .adult: feed.explicit.offer(readMediaRating(), rank: 1)
    case .copyright:
      let copyright = readPlainText()
      feed.feed.copyright = feed.feed.copyright ?? copyright
    default: scanner.skipElement()
    }
  }

  fileprivate mutating func readMediaItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(mediaKind(), rank: 1))
    case .description: draft.description.offer(readCandidate(mediaKind(), rank: 3))
    case .thumbnail: draft.item.thumbnails.append(ifAny: readThumbnail())
    case .content: readMediaContent()
    case .group, .community: readMediaChildren()
    case .statistics: readStatistics()
    case .starRating: readStarRating()
    case .category: readMediaCategory { $0.draft.item.categories.append($1) }
    case .keywords: readKeywords { $0.draft.item.keywords.append($1) }
    case .rating, .adult: draft.explicit.offer(readMediaRating(), rank: 1)
    case .credit: readCredit()
    case .player:
      draft.item.playerURL = draft.item.playerURL ?? urlAttribute(.url)
      scanner.skipElement()
    case .peerLink:
      let url = urlAttribute(.href)
      if let url { draft.item.enclosures.append(enclosure(url: url, type: attribute(.type))) }
      scanner.skipElement()
    default: scanner.skipElement()
    }
  }

  private mutating func readMediaChildren() {
    readChildren { reader in
      if reader.namespace == .media { reader.readMediaItemElement() } else { reader.scanner.skipElement() }
    }
  }

  /// A rendition. Sound and moving pictures are files that the item is about, so these count as enclosures too.
  private mutating func readMediaContent() {
    if let url = urlAttribute(.url) {
      let duration = attribute(.duration, { PlayingTime.seconds($0) })
      let file = enclosure(
        url: url, type: attribute(.type), length: positiveAttribute(.filesize), duration: duration)
      let medium = attribute(.medium)?.lowercased()
      let content = MediaContent(
        url: url, type: file.type, medium: medium, duration: duration,
        width: positiveAttribute(.width), height: positiveAttribute(.height))
      let isPlayable = file.type.map { $0.begins(with: "audio/") || $0.begins(with: "video/") }
      if isPlayable ?? (medium == "audio" || medium == "video") { draft.renditions.append(file) }
      if draft.defaultMedia == nil, attribute(.isdefault, { Numbers.truth($0) }) == true {
        draft.defaultMedia = content
      } else {
        draft.item.media.append(content)
      }
    }
    readMediaChildren()
  }

  /// A picture, in sloppy feeds with its address as text.
  mutating func readThumbnail() -> Thumbnail? {
    let width = positiveAttribute(.width)
    let height = positiveAttribute(.height)
    let time = attribute(.time, { PlayingTime.seconds($0) })
    let url = urlAttribute(.url)
    let text = url == nil ? readURL() : nil
    if url != nil { scanner.skipElement() }
    return (url ?? text).map { Thumbnail(url: $0, width: width, height: height, time: time) }
  }

  private mutating func readStatistics() {
    draft.item.numberOfViews = attribute(.views, { Numbers.count($0) }) ?? draft.item.numberOfViews
    draft.item.numberOfFavorites = attribute(.favorites, { Numbers.count($0) }) ?? draft.item.numberOfFavorites
    scanner.skipElement()
  }

  private mutating func readStarRating() {
    draft.item.numberOfRatings = attribute(.count, { Numbers.count($0) }) ?? draft.item.numberOfRatings
    draft.item.averageRating = attribute(.average, { PlayingTime.decimal($0) }) ?? draft.item.averageRating
    scanner.skipElement()
  }

  /// Whether it is for adults alone, which some kinds of ratings do not say. `media:adult` is the tag of older feeds.
  private mutating func readMediaRating() -> Bool? {
    if name == .adult { return readTruth() }
    let isSimple = attribute(.scheme, { $0.equalsIgnoringCase("urn:simple") }) ?? true
    let rating = readString()?.lowercased()
    guard isSimple else { return nil }
    switch rating {
    case "adult": return true
    case "nonadult", "non-adult": return false
    default: return nil
    }
  }

  /// Categories. Those of Flickr's tags are single words with spaces between.
  private mutating func readMediaCategory(_ add: (inout FeedReader, String) -> Void) {
    let areTags = attribute(.scheme, { $0.equalsIgnoringCase("urn:flickr:tags") }) ?? false
    guard let category = readCategory() else { return }
    guard areTags else { return add(&self, category) }
    for tag in category.utf8.split(separator: UInt8(ascii: " ")) { add(&self, String(tag) ?? category) }
  }

  private mutating func readCredit() {
    let role = attribute(.role)?.lowercased()
    guard let creditName = readPlainText() else { return }
    draft.item.credits.append(Credit(name: creditName, role: role))
    switch role {
    case "author", "photographer", "artist", "uploader", "owner", "creator": draft.author.offer(creditName, rank: 0)
    default: break
    }
  }

  private mutating func mediaKind() -> TextCandidate.Kind {
    attribute(.type, { $0.equalsIgnoringCase("html") ? TextCandidate.Kind.html : .plain }) ?? .unknown
  }
}
