internal import Castwire

/// Media RSS 1.5.1.
extension FeedReader {
  mutating func readMediaFeedElement() {
    switch name {
    case .title: feed.title.offer(readCandidate(.unknown, rank: 1))
    case .description: feed.description.offer(readCandidate(.html, rank: 1))
    case .thumbnail: feed.image.offer(readThumbnail()?.url, rank: 2)
    case .category: if let category = readCategory() { feed.categories.append(category) }
    default: scanner.skipElement()
    }
  }

  mutating func readMediaItemElement() {
    switch name {
    case .title: draft.title.offer(readCandidate(mediaKind(), rank: 1))
    case .description: draft.description.offer(readCandidate(mediaKind(), rank: 3))
    case .thumbnail:
      if let thumbnail = readThumbnail() { draft.item.thumbnails.append(thumbnail) }
    case .content: readMediaContent()
    case .group, .community: readMediaChildren()
    case .statistics:
      draft.item.numberOfViews = attribute(.views, { Numbers.count($0) }) ?? draft.item.numberOfViews
      scanner.skipElement()
    case .category: if let category = readCategory() { draft.item.categories.append(category) }
    default: scanner.skipElement()
    }
  }

  private mutating func readMediaChildren() {
    let outside = scanner.depth - 1
    while scanner.depth > outside {
      switch scanner.next() {
      case .finished: return
      case .text, .end: continue
      case .start where namespace == .media: readMediaItemElement()
      case .start: scanner.skipElement()
      }
    }
  }

  /// A rendition. Sound and moving pictures are files that the item is about, so these count as enclosures too.
  private mutating func readMediaContent() {
    if let url = urlAttribute(.url) {
      let file = enclosure(url: url, type: attribute(.type), length: attribute(.filesize, { Numbers.positive($0) }))
      let medium = attribute(.medium)?.lowercased()
      let content = MediaContent(
        url: url, type: file.type, medium: medium, duration: attribute(.duration, { PlayingTime.seconds($0) }),
        width: attribute(.width, { Numbers.positive($0) }), height: attribute(.height, { Numbers.positive($0) }))
      draft.item.media.append(content)
      let isPlayable = file.type.map { $0.hasPrefix("audio/") || $0.hasPrefix("video/") }
      if isPlayable ?? (medium == "audio" || medium == "video") { draft.item.enclosures.append(file) }
    }
    readMediaChildren()
  }

  private mutating func readThumbnail() -> Thumbnail? {
    let width = attribute(.width, { Numbers.positive($0) })
    let height = attribute(.height, { Numbers.positive($0) })
    let url = urlAttribute(.url)
    let text = url == nil ? readURL() : nil
    if url != nil { scanner.skipElement() }
    return (url ?? text).map { Thumbnail(url: $0, width: width, height: height) }
  }

  private mutating func mediaKind() -> TextCandidate.Kind {
    attribute(.type, { $0.equalsIgnoringCase("html") ? TextCandidate.Kind.html : .plain }) ?? .unknown
  }
}
