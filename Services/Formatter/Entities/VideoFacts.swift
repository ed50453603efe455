internal import Castwire
internal import Foundation

/// What of a video its cells are made from.
struct VideoFacts: Codable, Hashable {
  var title: String?
  var thumbnailURL: String?
  var numberOfViews: Int?
  var uploadDate: Date?
  /// As the video's own event has it. What the channel says of itself goes before.
  var channel: ChannelSummary?

  init(_ video: Video) {
    title = video.title
    thumbnailURL = video.thumbnailURL
    numberOfViews = video.numberOfViews
    // As it comes back from the store.
    uploadDate = video.uploadDate?.wholeSeconds
    channel = video.channel
  }

  func video(id: String, feed: String) -> Video {
    var video = Video(id: id, channelID: feed, item: FeedItem(), channel: channel)
    video.title = title
    video.thumbnailURL = thumbnailURL
    video.numberOfViews = numberOfViews
    video.uploadDate = uploadDate
    return video
  }
}
