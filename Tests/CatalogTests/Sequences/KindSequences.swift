import Castwire

extension DocumentSequence {
  /// What items are.
  static let kinds: [DocumentSequence] = [
    DocumentSequence("audio makes episodes", .first([one("b"), one("a")])),
    DocumentSequence(
      "iTunes tags of an item make episodes",
      .first([one("b").file(nil).with(\.episodeType, "full"), one("a").file(nil).with(\.episodeNumber, 1)])),
    DocumentSequence(
      "iTunes tags of a feed make episodes",
      .first([one("b").file(nil), one("a").file(nil)], details: FeedDetails().with(\.ownerName, "Somebody"))),
    DocumentSequence(
      "a podcast of videos is a podcast",
      .first(
        [one("b").file("https://cdn.example/b.mp4", type: "video/mp4"), one("a")],
        details: FeedDetails().with(\.primaryGenre, "News"))),
    DocumentSequence(
      "YouTube makes a channel of videos",
      .document([one("b").video(), one("a").video()], details: tube, gives: channel)),
    DocumentSequence(
      "PeerTube makes a channel of videos",
      .document(
        ["b", "a"].map { label in
          one(label).file("https://peertube.example/\(label).torrent", type: "application/x-bittorrent")
            .with(
              \.media, [MediaContent(url: "https://peertube.example/\(label).mp4", type: "video/mp4", medium: "video")])
        }, details: FeedDetails().with(\.generator, "PeerTube - https://peertube.example"), gives: channel)),
    DocumentSequence(
      "files of video make a channel of videos",
      .document(
        ["b", "a"].map { one($0).file("https://cdn.example/\($0).mp4", type: "video/mp4") }, gives: channel)),
    DocumentSequence(
      "media of video make a channel of videos",
      .document(
        ["b", "a"].map {
          one($0).file(nil).with(\.media, [MediaContent(url: "https://cdn.example/\($0)", medium: "video")])
        }, gives: channel)),
    DocumentSequence(
      "files of pictures make a photo stream",
      .document(
        ["b", "a"].map { one($0).file("https://cdn.example/\($0).jpg", type: "image/jpeg") }, gives: stream)),
    DocumentSequence(
      "media of pictures make a photo stream",
      .document(
        ["b", "a"].map {
          one($0).file(nil).with(\.media, [MediaContent(url: "https://cdn.example/\($0)", medium: "image")])
        }, gives: stream)),
    DocumentSequence(
      "a feed can mix all three",
      .document(
        [one("c"), clip("b"), picture("a")], gives: "podcast.added A initial", "channel.added A initial",
        "photostream.added A initial", "episode.added c initial", "video.added b initial", "photo.added a initial"),
      .document(
        [one("f"), clip("e"), picture("d"), one("c"), clip("b").title("New"), picture("a")],
        gives: "episode.added f", "video.added e", "photo.added d", "video.updated b 2 title by identifier"),
      .list("episodes", "f c"),
      .list("videos", "e b"),
      .list("photos", "d a"),
      .document(
        [one("f"), clip("e"), picture("d"), clip("b").title("New"), picture("a")],
        gives: "episode.withdrawn c 2 withdrawn")),
    DocumentSequence(
      "what becomes of a feed becomes of all that it is", except: .lostFeedIngest,
      .document(
        [one("c"), clip("b"), picture("a")], gives: "podcast.added A initial", "channel.added A initial",
        "photostream.added A initial", "episode.added c initial", "video.added b initial", "photo.added a initial"),
      .tell(
        .failing, .failing, gives: "podcast.updated A 2 state", "channel.updated A 2 state",
        "photostream.updated A 2 state")),
    DocumentSequence(
      "who follows can say that it is a channel",
      .document(["b", "a"].map(one), kind: .channel, gives: channel)),
    DocumentSequence(
      "who follows can say that it is a podcast",
      .document(
        [one("b").video(), one("a").video()], kind: .podcast, details: tube, gives: "podcast.added A initial",
        "episode.added b initial", "episode.added a initial")),
    DocumentSequence(
      "who follows can say that it is a photo stream",
      .document(["b", "a"].map(picture), kind: .photostream, gives: stream)),
    DocumentSequence(
      "an episode stays one, whatever its file is",
      .first([one("b"), one("a")]),
      .document(
        [one("b"), one("a").file("https://cdn.example/a.mp4", type: "video/mp4")],
        gives: "episode.updated a 2 enclosureURL by identifier")),
    DocumentSequence(
      "a podcast's item without a file is an episode",
      .first([one("c"), one("b"), one("a")]),
      .document([one("d").file(nil), one("c"), one("b"), one("a")], gives: "episode.added d")),
  ]

  /// What becomes of videos.
  static let videos: [DocumentSequence] = [
    DocumentSequence(
      "a video is withdrawn and restored, and known by its link",
      .document(
        ["c", "b", "a"].map { one($0).video() }, details: tube,
        gives: ["channel.added A initial"] + ["c", "b", "a"].map { "video.added \($0) initial" }),
      .document([one("c").video(), one("a").video()], details: tube, gives: "video.withdrawn b 2 withdrawn"),
      .document(
        ["c", "b", "a"].map { one($0).video() }, details: tube, gives: ["video.restored b 3 withdrawn by identifier"]),
      .document(
        [one("c").video(), one("b").video().guid("new"), one("a").video()], details: tube,
        gives: "video.updated b 4 identifier by link")),
    DocumentSequence(
      "a premiere is published when it has media",
      .document(
        [one("b").video(hasMedia: false), one("a").video()], details: tube, gives: "channel.added A initial",
        "video.added a initial"),
      .list("videos", "a"),
      .document([one("b").video(hasMedia: false).title("Soon"), one("a").video()], details: tube),
      .document([one("b").video().title("Now"), one("a").video()], details: tube, gives: "video.added b"),
      .list("videos", "b a"),
      .document(
        [one("b").video().title("Then"), one("a").video()], details: tube,
        gives: "video.updated b 2 title by identifier")),
    DocumentSequence(
      "a premiere that comes to nothing was never there",
      .document([one("a").video()], details: tube, gives: "channel.added A initial", "video.added a initial"),
      .document([one("b").video(hasMedia: false), one("a").video()], details: tube),
      .document([one("a").video()], details: tube),
      .document([one("c").video(), one("a").video()], details: tube, gives: "video.added c"),
      .document([one("c").video(), one("b").video(), one("a").video()], details: tube, gives: "video.added b")),
    DocumentSequence(
      "a premiere is the video that its link says, under whatever guid it is published",
      .document([one("a").video()], details: tube, gives: "channel.added A initial", "video.added a initial"),
      .document([one("b").video(hasMedia: false), one("a").video()], details: tube),
      .document([one("b").video().guid("new"), one("a").video()], details: tube, gives: "video.added b"),
      .document(
        [one("b").video().guid("new").title("New"), one("a").video()], details: tube,
        gives: "video.updated b 2 title by identifier")),
    DocumentSequence(
      "a channel whose items all wait is there",
      .document([one("a").video(hasMedia: false)], details: tube, gives: "channel.added A initial"),
      .document([one("a").video()], details: tube, gives: "video.added a")),
    DocumentSequence(
      "two channels with one video keep two",
      .document([clip("b"), clip("a")], gives: channel),
      .document(
        [clip("b").label("x").guid("other")], of: "B", gives: "channel.added B initial",
        "video.added x initial duplicateOf b")),
    DocumentSequence(
      "a purged channel is removed with its videos",
      .document([clip("b"), clip("a")], gives: channel),
      .tell(
        .unfollowed, .unfollowed, purge: true, gives: "video.removed a", "video.removed b", "channel.removed A"),
      .tell(.followed, .active),
      .document([clip("b"), clip("a")], gives: channel)),
  ]

  private static var tube: FeedDetails {
    FeedDetails().with(\.channelID, "UC1")
  }

  private static let channel = ["channel.added A initial", "video.added b initial", "video.added a initial"]
  private static let stream = ["photostream.added A initial", "photo.added b initial", "photo.added a initial"]

  private static func clip(_ label: String) -> FeedItem {
    one(label).file("https://cdn.example/\(label).mp4", type: "video/mp4")
  }

  private static func picture(_ label: String) -> FeedItem {
    one(label).file("https://cdn.example/\(label).jpg", type: "image/jpeg")
  }
}
