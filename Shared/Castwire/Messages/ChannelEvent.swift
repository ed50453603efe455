/// The data of `channel.added` and `updated`: the channel's whole present state.
public struct ChannelEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `channel`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case added, updated, removed
  }

  /// The channel as it is now.
  public let channel: Channel
  /// Counts the channel's versions from 1; comparable within one log only.
  public let revision: Int
  /// The fields that differ from the revision before; empty in `added`.
  public let changed: [String]
  /// True where the channel was there when its feed was followed: no news for a notifier.
  public let initial: Bool
  /// The fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of a channel's revision.
  public init(channel: Channel, revision: Int, changed: [String], initial: Bool, truncated: [String]? = nil) {
    self.channel = channel
    self.revision = revision
    self.changed = changed
    self.initial = initial
    self.truncated = truncated
  }
}
