internal import Castwire
internal import Foundation

/// Messages with the fields and sizes that a podcast's episodes have.
enum TypicalMessages {
  static let feed = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  static let entity = "9a2b581b-6c05-5479-9716-aa6bf0f6fbfb"
  static let log = "6f1c4f0a-0000-4000-8000-000000000001"

  private static var feedItem: FeedItem {
    let url = "https://media.lamplight.example/audio/2026/ledger-0412.mp3"
    var item = FeedItem()
    item.identifier = "https://lamplight.example/?p=90412"
    item.identifierRule = .guid
    item.title = "412: The ledger that nobody signed – part two"
    item.description = "Who kept the harbour’s second set of books? We read the letters."
    item.contentHTML = "<p>Who kept the harbour’s <a href=\"https://lamplight.example/a\">second set</a> of books?</p>"
    item.link = "https://lamplight.example/episodes/412"
    item.publicationDate = Date(timeIntervalSince1970: 1_796_011_200)
    item.duration = 2_514
    item.author = "Ines Maddow"
    item.explicit = false
    item.imageURL = "https://media.lamplight.example/art/412.jpg"
    item.episodeNumber = 412
    item.episodeType = "full"
    item.enclosures = [Enclosure(url: url, type: "audio/mpeg", length: 40_224_512)]
    item.enclosureURL = url
    return item
  }

  static let item = ItemEvent(
    feed: feed, document: 17, item: feedItem, initial: false, identifierCount: 1, linkCount: 1, enclosureCount: 1)

  static let episode = EpisodeEvent(
    episode: Episode(id: entity, podcastID: feed, item: feedItem), revision: 1, changed: [], initial: false)

  static let video = VideoEvent(
    video: Video(
      id: entity, channelID: feed, item: videoItem,
      channel: ChannelSummary(name: "Lamplight", profileImageURL: "https://media.lamplight.example/art/cover.jpg")),
    revision: 1, changed: [], initial: false)

  private static var videoItem: FeedItem {
    var item = feedItem
    item.numberOfViews = 1_604_607
    item.thumbnails = [Thumbnail(url: "https://media.lamplight.example/art/412-480.jpg", width: 480, height: 360)]
    item.media = [
      MediaContent(url: "https://media.lamplight.example/v/412.mp4", medium: "video", width: 1280, height: 720)
    ]
    return item
  }

  private static let context = FormattingContext(
    locale: Locale(identifier: "en_US"), timeZone: .gmt, now: Date(timeIntervalSince1970: 1_796_025_185))

  static let videoCell = CellEvent(
    kind: .video, locale: "en_US", cell: VideoCellViewModel(video: video.video, context: context), entity: entity,
    staleAt: VideoCellViewModel.staleAt(video.video, in: context), reason: .new, initial: false)

  static let cell = CellEvent(
    kind: .episode, locale: "en_US",
    cell: EpisodeCellViewModel(episode: episode.episode, context: context),
    entity: entity, reason: .new, initial: false)
}
