internal import Castwire

extension Vocabulary {
  /// What YouTube's feeds call their videos and channels. All else in these feeds is Atom and Media RSS.
  static let youTube = Vocabulary(
    uris: ["youtube.com/xml/schemas/2015"], prefixes: ["yt"],
    readFeedElement: { reader in
      if reader.name == .channelID {
        reader.feed.feed.channelID = reader.readString() ?? reader.feed.feed.channelID
      } else {
        reader.scanner.skipElement()
      }
    },
    readItemElement: { reader in
      switch reader.name {
      case .videoID: reader.draft.item.videoID = reader.readString() ?? reader.draft.item.videoID
      case .channelID: reader.draft.item.channelID = reader.readString() ?? reader.draft.item.channelID
      default: reader.scanner.skipElement()
      }
    })
}
