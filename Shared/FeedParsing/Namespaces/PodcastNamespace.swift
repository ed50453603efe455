internal import Castwire

/// The Podcasting 2.0 namespace.
extension FeedReader {
  mutating func readPodcastFeedElement() {
    switch name {
    case .guid: feed.feed.podcastGUID = readString() ?? feed.feed.podcastGUID
    default: scanner.skipElement()
    }
  }

  mutating func readPodcastItemElement() {
    switch name {
    case .transcript: readTranscript()
    case .person: readPerson()
    case .chapters:
      draft.item.chaptersURL = urlAttribute(.url) ?? draft.item.chaptersURL
      scanner.skipElement()
    case .season:
      let number = readOrdinal("s", least: 1)
      draft.item.seasonNumber = draft.item.seasonNumber ?? number
    case .episode:
      let number = readOrdinal("e")
      draft.item.episodeNumber = draft.item.episodeNumber ?? number
    default: scanner.skipElement()
    }
  }

  private mutating func readTranscript() {
    let transcript = urlAttribute(.url).map {
      Transcript(url: $0, type: attribute(.type), language: attribute(.language), rel: attribute(.rel))
    }
    if let transcript { draft.item.transcripts.append(transcript) }
    scanner.skipElement()
  }

  private mutating func readPerson() {
    let role = attribute(.role)?.lowercased() ?? "host"
    let group = attribute(.group)?.lowercased() ?? "cast"
    let imageURL = urlAttribute(.img)
    let link = urlAttribute(.href)
    guard let personName = readPlainText() else { return }
    let person = Person(name: personName, role: role, group: group, imageURL: imageURL, link: link)
    draft.item.people.append(person)
  }
}
