internal import Castwire
internal import FeedParsing

/// The search for the feed of a web page that somebody follows: what the page names, or else the usual places.
struct FeedSearch: Codable, Sendable, Hashable {
  /// So many addresses are tried.
  private static let limit = 8
  /// How often one that cannot be had for the moment is tried again.
  private static let patience = 3
  private static let usualPaths = ["/feed", "/feed.xml", "/rss.xml", "/rss", "/atom.xml", "/index.xml", "/feed.json"]

  /// The addresses that are left to try, the next one first.
  private(set) var left: [String]
  /// Whether the page names them.
  let isNamed: Bool
  /// Why the page itself is no feed, in words.
  let reason: String
  /// How often the next one could not be had for the moment.
  private var attempts: Int?

  /// - Parameters:
  ///   - page: where the page is.
  ///   - links: the feeds that it names.
  init(page: String, links: [String], reason: String) {
    let links = links.filter(FetchURL.isFollowable)
    isNamed = !links.isEmpty
    left = Array((isNamed ? links : Self.usualPlaces(of: page)).filter(FetchURL.isFollowable).prefix(Self.limit))
    self.reason = reason
  }

  /// Gives the next address up.
  mutating func giveUp() {
    if !left.isEmpty { left.removeFirst() }
    attempts = nil
  }

  /// Stays with the next address, which cannot be had for the moment.
  ///
  /// - Returns: false where that was tried often enough.
  mutating func tryAgain() -> Bool {
    attempts = (attempts ?? 0) + 1
    return attempts! <= Self.patience
  }

  /// Why the search was in vain, in words.
  var complaint: String {
    isNamed ? "\(reason), and the feeds that it names cannot be read" : "\(reason), and names no feed"
  }

  private static func usualPlaces(of page: String) -> [String] {
    guard let base = try? FetchURL(page) else { return [] }
    return usualPaths.compactMap { try? FetchURL($0, relativeTo: base).address }
  }
}

/// Addresses of pages whose feeds have a known address.
enum KnownPages {
  /// The feed's address where the page's tells it; else nil.
  ///
  /// - Throws: `FetchFailure` for pages of which no feed can be had, with what to do.
  static func feedURL(of page: FetchURL) throws(FetchFailure) -> String? {
    let host = page.host.hasPrefix("www.") ? String(page.host.dropFirst(4)) : page.host
    switch host {
    case "podcasts.apple.com", "itunes.apple.com":
      throw FetchFailure(
        kind: .refused,
        message: "a page of Apple Podcasts does not say where its feed is; look for the feed on the podcast's own site")
    case "open.spotify.com":
      throw FetchFailure(
        kind: .refused,
        message: "Spotify does not say where a podcast's feed is; look for the feed on the podcast's own site")
    case "youtube.com", "m.youtube.com":
      let parts = page.path.split(separator: "/")
      if parts.count >= 2, parts[0] == "channel" {
        return "https://www.youtube.com/feeds/videos.xml?channel_id=\(parts[1])"
      }
      if parts.first == "playlist", let list = page.parameter("list") {
        return "https://www.youtube.com/feeds/videos.xml?playlist_id=\(list)"
      }
      return nil
    default:
      return nil
    }
  }
}
