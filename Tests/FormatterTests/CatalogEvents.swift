import Castwire
import CastwireBus
import Foundation

/// An episode with nothing but what a test is about.
func episode(
  _ number: Int, title: String? = "Title", description: String? = nil, duration: Double? = 3_600,
  date: Date? = Date(timeIntervalSince1970: 1_600_000_000), podcast: String = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
) -> Episode {
  var item = FeedItem()
  item.title = title
  item.description = description
  item.duration = duration
  item.publicationDate = date.map { $0 + Double(number) * 86_400 }
  return Episode(id: Identity.entityID(feedID: podcast, identifier: "\(number)"), podcastID: podcast, item: item)
}

/// A video with nothing but what a test is about.
func video(
  _ number: Int, title: String? = "Title", views: Int? = 1_000, uploaded: Date?, name: String? = "Channel",
  channel: String = "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
) -> Video {
  var item = FeedItem()
  item.title = title
  item.numberOfViews = views
  item.publicationDate = uploaded
  return Video(
    id: Identity.entityID(feedID: channel, identifier: "\(number)"), channelID: channel, item: item,
    channel: name.map { ChannelSummary(name: $0, profileImageURL: nil) })
}

/// A channel with nothing but what a cell shows of it.
func channel(_ id: String, name: String) -> Channel {
  var details = FeedDetails()
  details.title = name
  details.artworkURL = "https://example.com/\(name).png"
  return Channel(id: id, feedURL: "https://example.com/feed", state: .active, details: details)
}

/// A photo with nothing but what a test is about.
func photo(
  _ number: Int, published: Date?, stream: String = "7c9e6679-7425-50de-944b-e07fc1f90ae7"
) -> Photo {
  var item = FeedItem()
  item.imageURL = "https://example.com/\(number).jpg"
  item.publicationDate = published
  return Photo(id: Identity.entityID(feedID: stream, identifier: "\(number)"), streamID: stream, item: item)
}

/// What the catalog says of an episode.
func draft(
  _ verb: EpisodeEvent.Verb, _ episode: Episode, initial: Bool = false, firstSeen: Date? = nil
) throws -> EventDraft {
  try draft(
    "episode", verb.rawValue, episode.id, feed: episode.podcastID,
    verb == .removed
      ? nil : EpisodeEvent(episode: episode, revision: 1, changed: [], initial: initial, firstSeen: firstSeen))
}

/// What the catalog says of a video.
func draft(
  _ verb: VideoEvent.Verb, _ video: Video, initial: Bool = false, firstSeen: Date? = nil
) throws -> EventDraft {
  try draft(
    "video", verb.rawValue, video.id, feed: video.channelID,
    verb == .removed ? nil : VideoEvent(video: video, revision: 1, changed: [], initial: initial, firstSeen: firstSeen))
}

/// What the catalog says of a channel.
func draft(_ verb: ChannelEvent.Verb, _ channel: Channel) throws -> EventDraft {
  try draft(
    "channel", verb.rawValue, channel.id, feed: channel.id,
    verb == .removed ? nil : ChannelEvent(channel: channel, revision: 1, changed: [], initial: false))
}

/// What the catalog says of a photo.
func draft(_ verb: PhotoEvent.Verb, _ photo: Photo, firstSeen: Date? = nil) throws -> EventDraft {
  try draft(
    "photo", verb.rawValue, photo.id, feed: photo.streamID,
    verb == .removed ? nil : PhotoEvent(photo: photo, revision: 1, changed: [], initial: false, firstSeen: firstSeen))
}

private func draft(
  _ family: String, _ verb: String, _ subject: String, feed: String, _ message: (any Encodable)?
) throws -> EventDraft {
  EventDraft(
    family: family, topic: Topic(family: family, feed: feed, verb: verb),
    type: EventType.name(family: family, verb: verb), subject: subject, partitionKey: feed,
    schema: EventType.schema(family: family),
    data: try message.map { try BusCoder.encode($0) } ?? BusCoder.encode(RemovedEvent()))
}

extension Event {
  var cell: CellEvent<EpisodeCellViewModel> {
    get throws { try decode(CellEvent<EpisodeCellViewModel>.self) }
  }

  var videoCell: CellEvent<VideoCellViewModel> {
    get throws { try decode(CellEvent<VideoCellViewModel>.self) }
  }
}
