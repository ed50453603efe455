/// The data of `photostream.added` and `updated`: the photo stream's whole present state.
public struct PhotoStreamEvent: Codable, Sendable, Hashable {
  /// The verbs of the family `photostream`.
  public enum Verb: String, Codable, Sendable, Hashable, CaseIterable {
    case added, updated, removed
  }

  /// The photo stream as it is now.
  public let photoStream: PhotoStream
  /// Counts the photo stream's versions from 1; comparable within one log only.
  public let revision: Int
  /// The fields that differ from the revision before; empty in `added`.
  public let changed: [String]
  /// True where the photo stream was there when its feed was followed: no news for a notifier.
  public let initial: Bool
  /// The fields that were cut or left out, because the event would have been larger than 1 MiB.
  public let truncated: [String]?

  private enum CodingKeys: String, CodingKey {
    case photoStream = "photostream"
    case revision, changed, initial, truncated
  }

  /// The event of a photo stream's revision.
  public init(photoStream: PhotoStream, revision: Int, changed: [String], initial: Bool, truncated: [String]? = nil) {
    self.photoStream = photoStream
    self.revision = revision
    self.changed = changed
    self.initial = initial
    self.truncated = truncated
  }
}
