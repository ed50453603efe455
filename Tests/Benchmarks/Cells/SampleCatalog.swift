internal import Castwire
internal import Foundation

/// 100,000 episodes or videos as a reader's catalog holds them, the same at each call: some hundreds of feeds one after the
/// other, each newest first, as an import publishes them.
///
/// What repeats in life repeats here. A feed comes out on its own days of the week, and its episodes are about as long as
/// each other; so days are few, and playing times crowd below two hours. Numbers of views hardly ever repeat.
struct SampleCatalog {
  /// When the newest came, and the moment at which cells are read.
  static let now = Date(timeIntervalSince1970: 1_796_025_185)

  private var random = SplitMix64(seed: 5)

  /// Episodes of podcasts.
  static func episodes(_ count: Int) -> [Episode] {
    var catalog = SampleCatalog()
    var episodes: [Episode] = []
    episodes.reserveCapacity(count)
    while episodes.count < count {
      let feed = String(format: "feed-%06d", episodes.count)
      for release in catalog.releases(atMost: count - episodes.count) {
        var item = FeedItem()
        item.title = "Episode \(release.number): the ledger that nobody signed"
        item.description =
          "Who kept the harbour’s second set of books? We read the letters of number \(release.number)."
        item.publicationDate = release.date
        item.duration = release.duration
        episodes.append(Episode(id: "\(feed)-\(release.number)", podcastID: feed, item: item))
      }
    }
    return episodes
  }

  /// Videos of channels.
  static func videos(_ count: Int) -> [Video] {
    var catalog = SampleCatalog()
    var videos: [Video] = []
    videos.reserveCapacity(count)
    while videos.count < count {
      let feed = String(format: "feed-%06d", videos.count)
      let channel = ChannelSummary(
        name: "Harbour \(videos.count)", profileImageURL: "https://harbour.example/\(feed).jpg")
      for release in catalog.releases(atMost: count - videos.count) {
        var item = FeedItem()
        item.title = "How a boat of number \(release.number) is built by hand"
        item.publicationDate = release.date
        item.numberOfViews = catalog.views()
        item.thumbnails = [Thumbnail(url: "https://harbour.example/\(feed)/\(release.number).jpg")]
        videos.append(Video(id: "\(feed)-\(release.number)", channelID: feed, item: item, channel: channel))
      }
    }
    return videos
  }

  private struct Release {
    let number: Int
    let date: Date
    let duration: Double
  }

  /// What one feed brought out, newest first: from 10 to 1,000, every day to every fortnight, for ten years at most.
  private mutating func releases(atMost limit: Int) -> [Release] {
    let interval = [1, 2, 7, 7, 7, 14][number(below: 6)]
    let count = min(limit, 10 + number(below: 990), 3_650 / interval)
    let usualDuration = 300 + number(below: 5_400)
    let timeOfDay = number(below: 86_400)
    let ended = number(below: 3) == 0 ? number(below: 1_500) : 0
    let newestDay = Int(Self.now.timeIntervalSince1970) / 86_400 - 1 - ended - number(below: interval)
    return (0..<count).map { index in
      // The sum of three is nearly a bell.
      let deviation = (0..<3).reduce(0) { sum, _ in sum + number(below: usualDuration / 3 + 1) } - usualDuration / 2
      return Release(
        number: count - index,
        date: Date(timeIntervalSince1970: Double((newestDay - index * interval) * 86_400 + timeOfDay)),
        duration: Double(max(30, usualDuration + deviation)))
    }
  }

  /// From none to a billion, as many of each length.
  private mutating func views() -> Int {
    var bound = 10
    for _ in 0..<number(below: 9) { bound *= 10 }
    return number(below: bound)
  }

  private mutating func number(below bound: Int) -> Int {
    Int(random.next() % UInt64(bound))
  }
}
