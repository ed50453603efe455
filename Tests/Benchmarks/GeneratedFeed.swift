/// Feeds made up for measuring, the same bytes at each call.
enum GeneratedFeed: String, CaseIterable {
  /// 12 MB: 5,000 episodes whose notes are HTML in CDATA sections.
  case podcast
  /// The same with the notes' HTML escaped.
  case escaped
  /// 10 kB: a podcast's last four episodes.
  case small

  var bytes: [UInt8] {
    switch self {
    case .podcast: PodcastGenerator(isEscaped: false).feed(episodes: 5000)
    case .escaped: PodcastGenerator(isEscaped: true).feed(episodes: 5000)
    case .small: PodcastGenerator(isEscaped: false).feed(episodes: 4)
    }
  }
}
