extension OPML {
  /// A feed as a list of feeds (OPML) names it.
  public struct Subscription: Sendable, Hashable {
    /// The feed's address, absolute and percent-encoded (RFC 3986).
    public let url: String
    /// What the list calls the feed, as plain text.
    public let title: String?
    /// The web page that the feed belongs to.
    public let link: String?
    /// The folders that it lies in, outermost first.
    public let folders: [String]

    /// A subscription as it would stand in a list.
    public init(url: String, title: String? = nil, link: String? = nil, folders: [String] = []) {
      self.url = url
      self.title = title
      self.link = link
      self.folders = folders
    }
  }
}
