/// The first frame of an event: `<family>.<feed id>.<verb>`, and for cells `cell.<locale>.<kind>.<feed id>.<verb>`.
/// Made of words that the services choose, UUIDs and names of locales, it stays well below the contract's 128 bytes.
public struct Topic: Sendable, Hashable, CustomStringConvertible {
  /// The topic of `$head`, which carries no event.
  public static let head = "$head"

  /// The words between the dots.
  public let text: String

  /// A topic, taken as it is.
  public init(text: String) {
    self.text = text
  }

  /// The topic of an event.
  ///
  /// - Parameters:
  ///   - family: `episode`, or `cell.en_US` and a kind for cells.
  ///   - feed: the feed's id.
  public init(family: String, feed: String, verb: String) {
    text = "\(family).\(feed).\(verb)"
  }

  /// Whether the topic fits a pattern of words and dots, in which `*` stands for one word:
  /// `episode.*.added`. A pattern of fewer words fits what begins with them.
  public func matches(pattern: String) -> Bool {
    let words = text.split(separator: ".", omittingEmptySubsequences: false)
    let wanted = pattern.split(separator: ".", omittingEmptySubsequences: false)
    return wanted.count <= words.count && zip(wanted, words).allSatisfy { $0 == "*" || $0 == $1 }
  }

  /// The topic as it is sent.
  public var description: String {
    text
  }
}
