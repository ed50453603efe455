import Castwire
import Testing

/// Documents in and events out: what a sentence about the catalog means for a feed's documents, one after the other.
struct DocumentSequence: Sendable, CustomTestStringConvertible {
  /// What happens to a feed.
  enum Input: Sendable {
    case document([FeedItem], FeedDetails)
    case told(FeedEvent.Verb, FeedState, purge: Bool)
    case moved(url: String)
    case merged(into: String)
    /// So many days go by.
    case days(Int)
    /// Nothing: the catalog is asked for a list.
    case list(String)
  }

  struct Step: Sendable {
    let input: Input
    /// The feed's name: a capital letter.
    let feed: String
    /// What its follower says that it is.
    let kind: FeedKind?
    /// The catalog's events: see `EventLines`. In a list the labels, newest first.
    let lines: [String]
  }

  /// What must not be done to a sequence, as other events are right then.
  struct Exceptions: OptionSet, Sendable {
    let rawValue: Int
    /// The order of the items says something.
    static let order = Exceptions(rawValue: 1)
    /// What a feed-ingest without a past would say of the last document is something else.
    static let lostFeedIngest = Exceptions(rawValue: 2)
  }

  /// What holds.
  let sentence: String
  let steps: [Step]
  let exceptions: Exceptions

  init(_ sentence: String, except exceptions: Exceptions = [], _ steps: Step...) {
    self.sentence = sentence
    self.steps = steps
    self.exceptions = exceptions
  }

  var testDescription: String { sentence }
}

extension DocumentSequence.Step {
  /// A feed's document.
  static func document(
    _ items: [FeedItem], of feed: String = "A", kind: FeedKind? = nil, details: FeedDetails = FeedDetails(),
    gives lines: String...
  ) -> Self {
    Self(input: .document(items, details), feed: feed, kind: kind, lines: lines)
  }

  /// The first document of a podcast, each of whose items is an episode.
  static func first(_ items: [FeedItem], of feed: String = "A", details: FeedDetails = FeedDetails()) -> Self {
    Self(
      input: .document(items, details), feed: feed, kind: nil,
      lines: ["podcast.added \(feed) initial"] + items.map { "episode.added \($0.description ?? "") initial" })
  }

  /// A feed's document, where much follows from it.
  static func document(
    _ items: [FeedItem], of feed: String = "A", kind: FeedKind? = nil, details: FeedDetails = FeedDetails(),
    gives lines: [String]
  ) -> Self {
    Self(input: .document(items, details), feed: feed, kind: kind, lines: lines)
  }

  static func tell(
    _ verb: FeedEvent.Verb, _ state: FeedState, purge: Bool = false, of feed: String = "A", gives lines: String...
  ) -> Self {
    Self(input: .told(verb, state, purge: purge), feed: feed, kind: nil, lines: lines)
  }

  static func move(of feed: String = "A", to url: String, gives lines: String...) -> Self {
    Self(input: .moved(url: url), feed: feed, kind: nil, lines: lines)
  }

  static func merge(_ feed: String, into survivor: String, gives lines: String...) -> Self {
    Self(input: .merged(into: survivor), feed: feed, kind: nil, lines: lines)
  }

  static func pass(days: Int) -> Self {
    Self(input: .days(days), feed: "A", kind: nil, lines: [])
  }

  /// - Parameters:
  ///   - name: such as "episodes".
  ///   - labels: newest first.
  static func list(_ name: String, _ labels: String) -> Self {
    Self(input: .list(name), feed: "A", kind: nil, lines: labels.split(separator: " ").map(String.init))
  }
}
