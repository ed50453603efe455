public import Foundation

/// When new episodes are to be expected (Podcasting 2.0, `podcast:updateFrequency`).
public struct UpdateFrequency: Codable, Sendable, Hashable {
  /// In words, for people.
  public let text: String?
  /// A recurrence rule (RFC 5545), such as `FREQ=WEEKLY`, as the feed writes it.
  public let rrule: String?
  /// True where no more episodes will come.
  public let complete: Bool?
  /// When the recurrence begins.
  public let dtstart: Date?

  /// An expectation with what the feed says of it.
  public init(text: String? = nil, rrule: String? = nil, complete: Bool? = nil, dtstart: Date? = nil) {
    self.text = text
    self.rrule = rrule
    self.complete = complete
    self.dtstart = dtstart
  }
}
