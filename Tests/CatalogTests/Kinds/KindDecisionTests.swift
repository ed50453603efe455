import Castwire
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// What an item is: a row a sentence.
struct KindDecisionTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var item = FeedItem()
    var feed = FeedDetails()
    var stated: EntityKind?
    var main: EntityKind?
    let kind: EntityKind
    var isPending = false

    init(
      _ sentence: String, _ item: (inout FeedItem) -> Void = { _ in }, feed: (inout FeedDetails) -> Void = { _ in },
      stated: EntityKind? = nil, main: EntityKind? = nil, is kind: EntityKind, isPending: Bool = false
    ) {
      testDescription = sentence
      self.stated = stated
      self.main = main
      self.kind = kind
      self.isPending = isPending
      item(&self.item)
      feed(&self.feed)
    }
  }

  private static let audio = Enclosure(url: "https://x.example/1.mp3", type: "audio/mpeg")
  private static let video = Enclosure(url: "https://x.example/1.mp4", type: "video/mp4")
  private static let image = Enclosure(url: "https://x.example/1.jpg", type: "image/jpeg")
  private static let document = Enclosure(url: "https://x.example/1.pdf", type: "application/pdf")
  private static let thumbnail = Thumbnail(url: "https://x.example/1-s.jpg")

  private static func media(_ medium: String?, _ type: String? = nil) -> MediaContent {
    MediaContent(url: "https://x.example/1", type: type, medium: medium)
  }

  private static let rows = [
    // What who follows it calls it.
    Row("a stated kind wins over the files", { $0.enclosures = [audio] }, stated: .video, is: .video),
    Row(
      "a stated kind wins over the feed", { $0.enclosures = [image] }, feed: { $0.channelID = "UC1" }, stated: .photo,
      is: .photo),
    Row(
      "a stated kind wins over what the feed is", { $0.enclosures = [video] }, stated: .episode, main: .video,
      is: .episode),
    Row("a stated episode needs no file", stated: .episode, is: .episode),
    Row("a stated video waits for a file", { $0.title = "Soon" }, stated: .video, is: .video, isPending: true),
    Row(
      "a stated video does not take a picture for its file", { $0.enclosures = [image] }, stated: .video, is: .video,
      isPending: true),
    Row("a stated photo waits for a picture", { $0.enclosures = [audio] }, stated: .photo, is: .photo, isPending: true),
    Row(
      "a stated photo has a picture of the item", { $0.imageURL = "https://x.example/1.jpg" }, stated: .photo,
      is: .photo),
    Row("a stated photo has a thumbnail", { $0.thumbnails = [thumbnail] }, stated: .photo, is: .photo),
    // Where it is from.
    Row(
      "YouTube's name of the item",
      {
        $0.videoID = "v1"; $0.media = [media(nil, "application/x-shockwave-flash")]
      }, is: .video),
    Row(
      "YouTube's name of the feed", { $0.media = [media(nil, "application/x-shockwave-flash")] },
      feed: { $0.channelID = "UC1" }, is: .video),
    Row(
      "PeerTube with sound alone", { $0.enclosures = [audio] }, feed: { $0.generator = "PeerTube - https://t.example" },
      is: .video),
    Row(
      "PeerTube with Apple's tags",
      {
        $0.enclosures = [video]; $0.explicit = false
      }, feed: { $0.generator = "PeerTube" }, is: .video),
    Row(
      "another generator says nothing", { $0.enclosures = [audio] }, feed: { $0.generator = "Not PeerTube" },
      is: .episode),
    Row(
      "a premiere of YouTube's waits",
      {
        $0.videoID = "v1"; $0.thumbnails = [thumbnail]
      }, is: .video, isPending: true),
    Row(
      "a live item of PeerTube's waits", { $0.title = "Live" }, feed: { $0.generator = "PeerTube" }, is: .video,
      isPending: true),
    // Sound.
    Row("an enclosure with sound", { $0.enclosures = [audio] }, is: .episode),
    Row("sound beside a picture and a video", { $0.enclosures = [image, video, audio] }, is: .episode),
    Row("media that is sound by its medium", { $0.media = [media("audio")] }, is: .episode),
    Row("media that is sound by its type", { $0.media = [media(nil, "audio/ogg")] }, is: .episode),
    Row("sound in a feed of videos", { $0.enclosures = [audio] }, main: .video, is: .episode),
    Row(
      "an enclosure without a type that has the name of sound",
      { $0.enclosures = [Enclosure(url: "https://x.example/1.MP3?v=1")] }, is: .episode),
    Row(
      "a name says nothing against a type",
      { $0.enclosures = [Enclosure(url: "https://x.example/1.mp3", type: "video/mp4")] }, is: .video),
    // Tags of podcasts.
    Row(
      "a video with a type of episode",
      {
        $0.enclosures = [video]; $0.episodeType = "full"
      }, is: .episode),
    Row(
      "a video with a season",
      {
        $0.enclosures = [video]; $0.seasonNumber = 1
      }, is: .episode),
    Row(
      "a video with a number",
      {
        $0.enclosures = [video]; $0.episodeNumber = 1
      }, is: .episode),
    Row(
      "a video with Apple's word on captions",
      {
        $0.enclosures = [video]; $0.isClosedCaptioned = false
      }, is: .episode),
    Row(
      "a video with Apple's word on language",
      {
        $0.enclosures = [video]; $0.explicit = false
      }, is: .episode),
    Row(
      "a video with a rating of Media RSS",
      {
        $0.enclosures = [video]; $0.media = [media("video")]; $0.explicit = false
      }, is: .video),
    Row(
      "a video with a playing time",
      {
        $0.enclosures = [video]; $0.duration = 60
      }, is: .video),
    Row(
      "a video of a feed with a genre", { $0.enclosures = [video] }, feed: { $0.primaryGenre = "Arts" }, is: .episode),
    Row("a video of a feed with Apple's type", { $0.enclosures = [video] }, feed: { $0.type = "serial" }, is: .episode),
    Row("a video of a feed with an owner", { $0.enclosures = [video] }, feed: { $0.ownerName = "Jo" }, is: .episode),
    Row(
      "a video of a feed with a podcast's guid", { $0.enclosures = [video] }, feed: { $0.podcastGUID = "g" },
      is: .episode),
    Row(
      "a video of a feed whose medium is the podcast", { $0.enclosures = [video] }, feed: { $0.medium = "podcast" },
      is: .episode),
    Row("a video of a feed of another medium", { $0.enclosures = [video] }, feed: { $0.medium = "film" }, is: .video),
    Row("a picture of a podcast", { $0.enclosures = [image] }, feed: { $0.ownerName = "Jo" }, is: .episode),
    Row("an announcement of a podcast", { $0.title = "Soon" }, feed: { $0.type = "episodic" }, is: .episode),
    // Moving pictures.
    Row("an enclosure with moving pictures", { $0.enclosures = [video] }, is: .video),
    Row("moving pictures beside a picture", { $0.enclosures = [image, video] }, is: .video),
    Row("media that moves by its medium", { $0.media = [media("video")] }, is: .video),
    Row("media that moves by its type", { $0.media = [media(nil, "video/webm")] }, is: .video),
    Row("moving pictures in a podcast without tags", { $0.enclosures = [video] }, main: .episode, is: .video),
    // Pictures.
    Row("an enclosure with a picture", { $0.enclosures = [image] }, is: .photo),
    Row("media that is a picture by its medium", { $0.media = [media("image")] }, is: .photo),
    Row("media that is a picture by its type", { $0.media = [media(nil, "image/png")] }, is: .photo),
    Row(
      "a date on which it was taken, with a picture",
      {
        $0.dateTaken = Date(); $0.imageURL = "https://x.example/1.jpg"
      }, is: .photo),
    Row("a date on which it was taken waits for the picture", { $0.dateTaken = Date() }, is: .photo, isPending: true),
    Row("thumbnails and no file", { $0.thumbnails = [thumbnail] }, is: .photo),
    Row(
      "thumbnails beside a document say nothing",
      {
        $0.thumbnails = [thumbnail]; $0.enclosures = [document]
      }, is: .episode),
    Row("a picture in a channel", { $0.enclosures = [image] }, main: .video, is: .photo),
    Row(
      "media without a type that has the name of a picture",
      { $0.media = [MediaContent(url: "https://x.example/1.jpg")] }, is: .photo),
    Row(
      "a folder's name is no file's", { $0.enclosures = [Enclosure(url: "https://x.example/a.jpg/1")] }, is: .episode),
    // Nothing of that.
    Row("nothing in a podcast", { $0.title = "Soon" }, main: .episode, is: .episode),
    Row("nothing in a channel waits", { $0.title = "Soon" }, main: .video, is: .video, isPending: true),
    Row("nothing in a photo stream waits", { $0.title = "Soon" }, main: .photo, is: .photo, isPending: true),
    Row("nothing in a feed that is not known", { $0.title = "News" }, is: .episode),
    Row("an article's picture makes no photo", { $0.imageURL = "https://x.example/1.jpg" }, is: .episode),
    Row("a document in a feed that is not known", { $0.enclosures = [document] }, is: .episode),
  ]

  @Test(arguments: rows)
  func `an item is`(row: Row) {
    let decision = KindDecision.kind(of: ItemEvidence(row.item), feed: row.feed, stated: row.stated, main: row.main)
    #expect(decision.kind == row.kind)
    #expect(decision.isPending == row.isPending)
  }
}
