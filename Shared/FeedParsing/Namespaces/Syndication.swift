internal import Castwire

extension Vocabulary {
  /// The syndication module of RSS 1.0: how often the feed changes.
  static let syndication = Vocabulary(
    uris: ["purl.org/rss/1.0/modules/syndication"], prefixes: ["sy"],
    readFeedElement: { reader in
      switch reader.name {
      case .updatePeriod: reader.readSyndicationPeriod()
      case .updateFrequency:
        reader.feed.feed.syndicationFrequency = reader.readPositive() ?? reader.feed.feed.syndicationFrequency
      case .updateBase: reader.feed.feed.syndicationBase = reader.readDate() ?? reader.feed.feed.syndicationBase
      default: reader.scanner.skipElement()
      }
    })
}

extension FeedReader {
  fileprivate mutating func readSyndicationPeriod() {
    let offset = scanner.tagStart
    guard let period = readString()?.lowercased() else { return }
    switch period {
    case "hourly", "daily", "weekly", "monthly", "yearly": feed.feed.syndicationPeriod = period
    default: scanner.diagnostics.report("bad-period", at: offset, "“\(period.prefix(80))” is no period of updates")
    }
  }
}
