import Castwire
import Foundation

/// Channels, videos, photo streams and photos with every field set.
extension Examples {
  static let videoID = "0d6a2f5e-5b0f-5d0c-8f4e-3b1f0e0a7c55"
  static let photoID = "5a1f0a4c-93f1-5f43-9d51-8b4f0c6f3d10"

  static let channel: Channel = {
    var channel = Channel(id: feedID, feedURL: "https://example.org/feed.xml", state: .active, details: details)
    channel.diagnostics = diagnostics
    return channel
  }()

  static var video: Video {
    var video = Video(
      id: videoID, channelID: feedID, item: item, channel: ChannelSummary(channel), withdrawn: true)
    video.duplicateOf = photoID
    return video
  }

  static let photoStream: PhotoStream = {
    var stream = PhotoStream(id: feedID, feedURL: "https://example.org/feed.xml", state: .gone, details: details)
    stream.diagnostics = diagnostics
    return stream
  }()

  static var photo: Photo {
    var item = item
    item.media = [
      MediaContent(url: "https://example.org/1-b.jpg", type: "image/jpeg", medium: "image", width: 1024, height: 683)
    ]
    var photo = Photo(id: photoID, streamID: feedID, item: item, withdrawn: true)
    photo.duplicateOf = videoID
    return photo
  }

  /// An American in Greenwich on the day of `date`, two years later.
  static let context = FormattingContext(
    locale: Locale(identifier: "en_US"), timeZone: .gmt, now: date + 2 * 366 * 86_400)

  static var videoCell: VideoCellViewModel { VideoCellViewModel(video: video, context: context) }

  static var photoCell: PhotoCellViewModel { PhotoCellViewModel(photo: photo) }

  static var failedPhotoCell: PhotoCellViewModel {
    var cell = photoCell
    cell.update(with: PhotoFailure(reason: "no such picture"))
    return cell
  }

  static var loadedPhotoCell: PhotoCellViewModel {
    var cell = photoCell
    cell.update(with: PhotoImage(url: "https://example.org/1-b.jpg", width: 1024, height: 683))
    return cell
  }
}
