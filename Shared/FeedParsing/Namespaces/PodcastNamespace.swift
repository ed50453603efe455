internal import Castwire

extension Vocabulary {
  static let podcast = Vocabulary(
    uris: [
      "podcastindex.org/namespace/1.0",
      "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md",
    ],
    prefixes: ["podcast"],
    readFeedElement: { $0.readPodcastFeedElement() },
    readItemElement: { $0.readPodcastItemElement() })
}

/// The Podcasting 2.0 namespace.
extension FeedReader {
  fileprivate mutating func readPodcastFeedElement() {
    switch name {
    case .guid: feed.feed.podcastGUID = readString() ?? feed.feed.podcastGUID
    case .locked:
      feed.feed.lockedOwner = attribute(.owner) ?? feed.feed.lockedOwner
      feed.feed.locked = readTruth() ?? feed.feed.locked
    case .medium: feed.feed.medium = readString() ?? feed.feed.medium
    case .funding: feed.feed.funding.append(ifAny: readFunding())
    case .person: feed.feed.people.append(ifAny: readPerson())
    case .location: feed.feed.locations.append(ifAny: readLocation())
    case .value: feed.feed.values.append(ifAny: readPodcastValue())
    case .images: readImageSet { $0.feed.feed.images.append($1) }
    case .image: feed.feed.images.append(ifAny: readPodcastImage())
    case .txt: feed.feed.texts.append(ifAny: readTextRecord())
    case .license: feed.feed.licenses.append(ifAny: readLicense())
    case .trailer: feed.feed.trailers.append(ifAny: readTrailer())
    case .podroll: readChildren(named: .remoteItem) { $0.feed.feed.podroll.append(ifAny: $0.readRemoteItem()) }
    case .remoteItem: feed.feed.remoteItems.append(ifAny: readRemoteItem())
    case .updateFrequency: feed.feed.updateFrequency = readUpdateFrequency()
    case .liveItem: readLiveItem()
    default: scanner.skipElement()
    }
  }

  fileprivate mutating func readPodcastItemElement() {
    switch name {
    case .transcript: draft.item.transcripts.append(ifAny: readTranscript())
    case .person: draft.item.people.append(ifAny: readPerson())
    case .chapters: readChapters()
    case .season: readSeason()
    case .episode: readEpisode()
    case .soundbite: draft.item.soundbites.append(ifAny: readSoundbite())
    case .location: draft.item.locations.append(ifAny: readLocation())
    case .value: draft.item.values.append(ifAny: readPodcastValue())
    case .funding: draft.item.funding.append(ifAny: readFunding())
    case .images: readImageSet { $0.draft.item.images.append($1) }
    case .image: draft.item.images.append(ifAny: readPodcastImage())
    case .txt: draft.item.texts.append(ifAny: readTextRecord())
    case .license: draft.item.licenses.append(ifAny: readLicense())
    case .socialInteract: draft.item.socialInteracts.append(ifAny: readSocialInteract())
    case .alternateEnclosure: draft.item.alternateEnclosures.append(ifAny: readAlternateEnclosure())
    case .contentLink: draft.contentLinks.append(ifAny: readContentLink())
    default: scanner.skipElement()
    }
  }

  // MARK: Episodes

  private mutating func readTranscript() -> Transcript? {
    let transcript = requiredURL(.url).map {
      Transcript(url: $0, type: attribute(.type), language: attribute(.language), rel: attribute(.rel))
    }
    scanner.skipElement()
    return transcript
  }

  private mutating func readChapters() {
    if let url = requiredURL(.url) {
      (draft.item.chaptersURL, draft.item.chaptersType) = (url, attribute(.type))
    }
    scanner.skipElement()
  }

  private mutating func readSeason() {
    draft.item.seasonName = attribute(.name) ?? draft.item.seasonName
    let number = readOrdinal("s", least: 1)
    draft.item.seasonNumber = draft.item.seasonNumber ?? number
  }

  /// The number may have a fraction here, as in 315.5: then it is to be shown, but it is no count.
  private mutating func readEpisode() {
    let display = attribute(.display)
    let offset = scanner.tagStart
    let raw = scanner.readText()
    let (number, isDecimal, text) = withDecoded(raw) { view in
      (Numbers.count(view), PlayingTime.decimal(view.trimmed) != nil, String(view.trimmed.string.prefix(80)))
    }
    draft.item.episodeNumber = draft.item.episodeNumber ?? number
    draft.item.episodeDisplay = display ?? (number == nil && isDecimal ? text : draft.item.episodeDisplay)
    if number == nil, !isDecimal, !text.isEmpty {
      scanner.diagnostics.report("bad-number", at: offset, "“\(text)” is no number")
    }
  }

  private mutating func readSoundbite() -> Soundbite? {
    let start = attribute(.startTime, { PlayingTime.decimal($0) })
    let duration = attribute(.duration, { PlayingTime.decimal($0) })
    let offset = scanner.tagStart
    let title = readPlainText()
    guard let start, let duration, duration > 0 else {
      scanner.diagnostics.report("bad-soundbite", at: offset, "a soundbite that does not say when it is")
      return nil
    }
    return Soundbite(startTime: start, duration: duration, title: title)
  }

  private mutating func readSocialInteract() -> SocialInteract? {
    let uri = urlAttribute(.uri) ?? urlAttribute(.url)
    let kind = attribute(.socialProtocol)?.lowercased() ?? (uri == nil ? nil : "activitypub")
    let interact = kind.map {
      SocialInteract(
        uri: uri, protocol: $0, accountID: attribute(.accountID), accountURL: urlAttribute(.accountURL),
        priority: attribute(.priority, { Numbers.count($0) }))
    }
    scanner.skipElement()
    return interact
  }

  // MARK: Feeds

  private mutating func readTrailer() -> Trailer? {
    let url = requiredURL(.url)
    let date = dateAttribute(.pubdate)
    let length = positiveAttribute(.length)
    let declared = attribute(.type)
    let type = url.flatMap { mediaType(declared, ofFileAt: $0, offset: scanner.tagStart) }
    let season = positiveAttribute(.season)
    let title = readPlainText()
    return url.map {
      Trailer(url: $0, title: title, publicationDate: date, length: length, type: type, seasonNumber: season)
    }
  }

  private mutating func readRemoteItem() -> RemoteItem? {
    let item = RemoteItem(
      feedGUID: attribute(.feedGUID), feedURL: urlAttribute(.feedURL), itemGUID: attribute(.itemGUID),
      medium: attribute(.medium), title: attribute(.title))
    if item.feedGUID == nil, item.feedURL == nil {
      scanner.diagnostics.report("bad-remote-item", at: scanner.tagStart, "a remote item that names no feed")
    }
    scanner.skipElement()
    return item.feedGUID == nil && item.feedURL == nil ? nil : item
  }

  private mutating func readUpdateFrequency() -> UpdateFrequency {
    let rrule = attribute(.rrule)
    let complete = attribute(.complete, { Numbers.truth($0) })
    let start = dateAttribute(.dtstart)
    return UpdateFrequency(text: readPlainText(), rrule: rrule, complete: complete, dtstart: start)
  }
}
