import Castwire
import Foundation
import Testing

/// What of a feed's item becomes which field of a video or a photo.
struct MediaModelTests {
  private static func video(_ set: (inout FeedItem) -> Void) -> Video {
    var item = FeedItem()
    set(&item)
    return Video(id: "v", channelID: "c", item: item, channel: nil)
  }

  private static func photo(_ set: (inout FeedItem) -> Void) -> Photo {
    var item = FeedItem()
    set(&item)
    return Photo(id: "p", streamID: "s", item: item)
  }

  @Test func `a video plays the first rendition of moving pictures, and has its size and length`() {
    let video = Self.video {
      $0.media = [
        MediaContent(url: "https://x/1.jpg", medium: "image", width: 9, height: 9),
        MediaContent(url: "https://x/1.mp4", type: "video/mp4", duration: 61, width: 1280, height: 720),
        MediaContent(url: "https://x/2.mp4", medium: "video", width: 640, height: 360),
      ]
      $0.enclosureURL = "https://x/1.mp3"
    }
    #expect(video.mediaURL == "https://x/1.mp4")
    #expect(video.width == 1280 && video.height == 720)
    #expect(video.duration == 61)
  }

  @Test func `without moving pictures it plays the enclosure, or the first rendition`() {
    let enclosed = Self.video {
      $0.media = [MediaContent(url: "https://x/player", type: "application/x-shockwave-flash", width: 640, height: 390)]
      $0.enclosureURL = "https://x/1.mp4"
      $0.duration = 5
    }
    #expect(enclosed.mediaURL == "https://x/1.mp4")
    #expect(enclosed.width == nil && enclosed.duration == 5)
    let player = Self.video {
      $0.media = [MediaContent(url: "https://x/player", type: "application/x-shockwave-flash", width: 640, height: 390)]
    }
    #expect(player.mediaURL == "https://x/player")
    #expect(player.width == 640 && player.height == 390)
    #expect(Self.video { _ in }.mediaURL == nil)
  }

  @Test func `a video's picture is its first thumbnail, or else the item's`() {
    let both = Self.video {
      $0.thumbnails = [Thumbnail(url: "https://x/a.jpg"), Thumbnail(url: "https://x/b.jpg")]
      $0.imageURL = "https://x/c.jpg"
    }
    #expect(both.thumbnailURL == "https://x/a.jpg")
    #expect(Self.video { $0.imageURL = "https://x/c.jpg" }.thumbnailURL == "https://x/c.jpg")
  }

  @Test func `a channel without artwork shows its icon`() {
    var details = FeedDetails()
    details.iconURL = "https://x/icon.png"
    let channel = Channel(id: "c", feedURL: "https://x/", state: .active, details: details)
    #expect(channel.profileImageURL == "https://x/icon.png")
  }

  @Test func `a photo has the widest picture and the narrowest thumbnail`() {
    let photo = Self.photo {
      $0.media = [
        MediaContent(url: "https://x/s.jpg", type: "image/jpeg", width: 240, height: 160),
        MediaContent(url: "https://x/b.jpg", medium: "image", width: 1024, height: 683),
        MediaContent(url: "https://x/film.mp4", medium: "video", width: 4096, height: 2160),
      ]
      $0.thumbnails = [Thumbnail(url: "https://x/m.jpg", width: 150), Thumbnail(url: "https://x/t.jpg", width: 75)]
    }
    #expect(photo.imageURL == "https://x/b.jpg")
    #expect(photo.width == 1024 && photo.height == 683)
    #expect(photo.thumbnailURL == "https://x/t.jpg")
  }

  @Test func `where no widths are told the first picture stands for the photo`() {
    let photo = Self.photo {
      $0.enclosures = [Enclosure(url: "https://x/1.jpg", type: "image/jpeg"), Enclosure(url: "https://x/1.mp3")]
      $0.imageURL = "https://x/2.jpg"
      $0.thumbnails = [Thumbnail(url: "https://x/t.jpg")]
    }
    #expect(photo.imageURL == "https://x/1.jpg")
    #expect(photo.thumbnailURL == "https://x/t.jpg")
  }

  @Test func `the one picture of a photo is not its thumbnail as well`() {
    let photo = Self.photo { $0.thumbnails = [Thumbnail(url: "https://x/t.jpg", width: 75)] }
    #expect(photo.imageURL == "https://x/t.jpg")
    #expect(photo.thumbnailURL == nil)
  }
}
