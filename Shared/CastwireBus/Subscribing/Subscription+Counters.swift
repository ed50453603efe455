extension Subscription {
  /// What has happened, for `service.status`.
  public struct Counters: Codable, Sendable, Hashable {
    /// Gaps found in the live stream.
    public var gaps = 0
    /// Replays begun.
    public var replays = 0
    /// Requests for a page that nobody answered in time.
    public var timeouts = 0
    /// Connections made anew because `$head` was not heard.
    public var reconnects = 0
    /// Messages that were no event.
    public var malformed = 0
  }
}
