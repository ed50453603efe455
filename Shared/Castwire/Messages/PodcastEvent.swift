/// The data of `podcast.added` and `podcast.updated`: the podcast's whole present state.
public struct PodcastEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `podcast`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case added, updated, removed
  }

  /// The podcast as it is now.
  public let podcast: Podcast
  /// Counts the podcast's versions from 1; comparable within one log only.
  public let revision: Int
  /// The fields that differ from the revision before; empty in `added`.
  public let changed: [String]
  /// True where the podcast was there when its feed was followed.
  public let initial: Bool
  /// The fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of a podcast's revision.
  public init(podcast: Podcast, revision: Int, changed: [String], initial: Bool, truncated: [String]? = nil) {
    self.podcast = podcast
    self.revision = revision
    self.changed = changed
    self.initial = initial
    self.truncated = truncated
  }
}
