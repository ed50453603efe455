internal import Castwire

/// The items of a JSON Feed, and what is attached to them.
extension JSONFeedReader {
  /// Reads one item. Something else in its place costs that alone.
  mutating func readItem() {
    guard event == .objectStart else { return skipWrongValue() }
    feedReader.draft.reset()
    var hasExternalLinkAlone = true
    readObject { reader, name in
      if name == .url { hasExternalLinkAlone = false }
      reader.readItemMember(name)
    }
    guard !scanner.isTruncated else { return }
    if hasExternalLinkAlone, feedReader.draft.guid?.hasPrefix("http") != true {
      feedReader.draft.link.offer(feedReader.draft.item.externalURL, rank: 0)
    }
    feedReader.scanner.position = scanner.position
    feedReader.addItem()
  }

  private mutating func readItemMember(_ name: JSONName?) {
    switch name {
    case .id: feedReader.draft.guid = readString()
    case .url: feedReader.draft.link.replace(readURL(), rank: 5)
    case .externalURL: feedReader.draft.item.externalURL = readURL()
    case .title: if let title = readText(.plain, rank: 5) { feedReader.draft.title.offer(title) }
    case .contentHTML: if let text = readText(.html, rank: 12) { feedReader.draft.content.offer(text) }
    case .contentText: if let text = readText(.plain, rank: 10) { feedReader.draft.content.offer(text) }
    case .summary: if let text = readText(.plain, rank: 5) { feedReader.draft.description.offer(text) }
    case .image: feedReader.draft.image.offer(readURL(), rank: 5)
    case .bannerImage:
      if let url = readURL() {
        feedReader.draft.image.offer(url, rank: 2)
        feedReader.draft.item.images.append(FeedImage(url: url, purpose: "banner"))
      }
    case .datePublished: feedReader.draft.published.replace(readDate(), rank: 5)
    case .dateModified: feedReader.draft.updated.replace(readDate(), rank: 5)
    case .author, .authors: readList { $0.feedReader.offerItemAuthor($0.readAuthor(), rank: 3) }
    case .tags: readList { $0.feedReader.draft.item.categories.append(ifAny: $0.readPlainText()) }
    case .language: feedReader.draft.language.replace(readString(), rank: 5)
    case .attachments: readList { $0.feedReader.draft.item.enclosures.append(ifAny: $0.readAttachment()) }
    default: skipValue()
    }
  }

  private mutating func readAttachment() -> Enclosure? {
    var (url, type, title): (String?, String?, String?)
    var length: Int?
    var duration: Double?
    readObject { reader, name in
      switch name {
      case .url: url = reader.readURL()
      case .mimeType: type = reader.readString()
      case .title: title = reader.readPlainText()
      case .sizeInBytes: length = reader.readSize()
      case .durationInSeconds: duration = reader.readPlayingTime()
      default: reader.skipValue()
      }
    }
    return url.map {
      Enclosure(
        url: $0, type: MediaType.type(declared: type, url: $0).type, length: length, title: title, duration: duration)
    }
  }
}
