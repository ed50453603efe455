/// A short part of an episode that stands for it (Podcasting 2.0, `podcast:soundbite`).
public struct Soundbite: Codable, Sendable, Hashable {
  /// Where it begins, in seconds from the episode's start.
  public let startTime: Double
  /// How long it is, in seconds.
  public let duration: Double
  /// Its own title; nil where the episode's stands for it.
  public let title: String?

  /// A part of an episode.
  public init(startTime: Double, duration: Double, title: String? = nil) {
    self.startTime = startTime
    self.duration = duration
    self.title = title
  }
}
