public import Foundation

/// The data of `episode.added`, `updated`, `withdrawn` and `restored`: the episode's whole present state.
public struct EpisodeEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `episode`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case added, updated, withdrawn, restored, removed
  }

  /// The episode as it is now.
  public let episode: Episode
  /// Counts the episode's versions from 1; comparable within one log only.
  public let revision: Int
  /// The fields that differ from the revision before; empty in `added`.
  public let changed: [String]
  /// True where the episode was there when its feed was followed: no news for a notifier.
  public let initial: Bool
  /// When the catalog saw the episode first, to the second: lists are ordered by this or the stated date, whichever is earlier.
  public let firstSeen: Date?
  /// The rule by which the episode was known again in the feed's document: `identifier`, `link`, `enclosure`, `title` or
  /// `replacement`; nil in `added`, and where no document said it.
  public let matchedBy: String?
  /// The fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of an episode's revision.
  public init(
    episode: Episode, revision: Int, changed: [String], initial: Bool, firstSeen: Date? = nil, matchedBy: String? = nil,
    truncated: [String]? = nil
  ) {
    self.episode = episode
    self.revision = revision
    self.changed = changed
    self.initial = initial
    self.firstSeen = firstSeen
    self.matchedBy = matchedBy
    self.truncated = truncated
  }
}
