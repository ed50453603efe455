/// The syndication formats that Castwire reads, by the name that stands in `ParsedFeed.format`.
public enum FeedFormat: String, Codable, Sendable, Hashable, CaseIterable {
  case rss090 = "rss0.90"
  case rss091 = "rss0.91"
  case rss092 = "rss0.92"
  case rss093 = "rss0.93"
  case rss094 = "rss0.94"
  case rss10 = "rss1.0"
  case rss20 = "rss2.0"
  case atom03 = "atom0.3"
  case atom10 = "atom1.0"
  case json10 = "json1.0"
  case json11 = "json1.1"
}
