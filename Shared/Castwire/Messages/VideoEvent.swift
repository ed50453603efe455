public import Foundation

/// The data of `video.added`, `updated`, `withdrawn`, `restored` and `viewed`: the video's whole present state. `viewed` says
/// that only `numberOfViews` changed, and raises no revision.
public struct VideoEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `video`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case added, updated, withdrawn, restored, viewed, removed
  }

  /// The video as it is now.
  public let video: Video
  /// Counts the video's versions from 1; comparable within one log only.
  public let revision: Int
  /// The fields that differ from the revision before; empty in `added`.
  public let changed: [String]
  /// True where the video was there when its feed was followed: no news for a notifier.
  public let initial: Bool
  /// When the catalog saw the video first, to the second: lists are ordered by this or the stated date, whichever is earlier.
  public let firstSeen: Date?
  /// The rule by which the video was known again in the feed's document: `identifier`, `link`, `enclosure`, `title` or
  /// `replacement`; nil in `added`, and where no document said it.
  public let matchedBy: String?
  /// The fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  /// The event of a video's revision.
  public init(
    video: Video, revision: Int, changed: [String], initial: Bool, firstSeen: Date? = nil, matchedBy: String? = nil,
    truncated: [String]? = nil
  ) {
    self.video = video
    self.revision = revision
    self.changed = changed
    self.initial = initial
    self.firstSeen = firstSeen
    self.matchedBy = matchedBy
    self.truncated = truncated
  }
}
