import Castwire

extension DocumentSequence {
  /// The same episode in two feeds.
  static let duplicates: [DocumentSequence] = [
    DocumentSequence(
      "two feeds with one episode keep two, and the later says of which it is one more",
      .first([one("b"), one("a")]),
      .document(
        [one("b").label("x").guid("other").title("Other"), one("y")], of: "B", gives: "podcast.added B initial",
        "episode.added x initial duplicateOf b", "episode.added y initial"),
      .document([one("b"), one("a").title("New")], gives: "episode.updated a 2 title"),
      .document(
        [one("b").label("x").guid("other").title("New"), one("y")], of: "B",
        gives: "episode.updated x 2 title duplicateOf b")),
    DocumentSequence(
      "a file is one under another signature, whichever feed has it",
      .first([one("b").file(signedFile("b", 1)), one("a")]),
      .document(
        [one("x").file(signedFile("b", 2)), one("y")], of: "B", gives: "podcast.added B initial",
        "episode.added x initial duplicateOf b", "episode.added y initial")),
    DocumentSequence(
      "one guid in two feeds says nothing",
      .first([one("b"), one("a")]),
      .first([one("x").guid("guid-b"), one("y").guid("guid-a")], of: "B")),
    DocumentSequence(
      "all later ones are of the first",
      .first([one("b"), one("a")]),
      .document(
        [one("b").label("x")], of: "B", gives: "podcast.added B initial", "episode.added x initial duplicateOf b"),
      .document(
        [one("b").label("y")], of: "C", gives: "podcast.added C initial", "episode.added y initial duplicateOf b")),
    DocumentSequence(
      "an episode that gets another feed's file says so",
      .first([one("b"), one("a")]),
      .first([one("x"), one("y")], of: "B"),
      .document(
        [one("x"), one("y").file("https://cdn.example/b.mp3")], of: "B",
        gives: "episode.updated y 2 duplicateOf,enclosureURL by identifier duplicateOf b")),
    DocumentSequence(
      "a withdrawn episode is the first still",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document(
        [one("b").label("x")], of: "B", gives: "podcast.added B initial", "episode.added x initial duplicateOf b")),
    DocumentSequence(
      "the next is the first when the first is purged", except: .lostFeedIngest,
      .first([one("b")]),
      .document(
        [one("b").label("x")], of: "B", gives: "podcast.added B initial", "episode.added x initial duplicateOf b"),
      .document(
        [one("b").label("y")], of: "C", gives: "podcast.added C initial", "episode.added y initial duplicateOf b"),
      .tell(
        .unfollowed, .unfollowed, purge: true, gives: "episode.removed b", "podcast.removed A",
        "episode.updated x 2 duplicateOf", "episode.updated y 2 duplicateOf duplicateOf x")),
    DocumentSequence(
      "two items of one feed with one file are no duplicates",
      .first([one("c"), one("b"), one("a")]),
      .document([one("d").file("https://cdn.example/b.mp3"), one("c"), one("b"), one("a")], gives: "episode.added d")),
  ]

  /// Two feeds that turn out to be one.
  static let merges: [DocumentSequence] = [
    DocumentSequence(
      "what two feeds share is the survivor's, what the other alone had stays", except: .lostFeedIngest,
      .first([one("b"), one("a")]),
      .document(
        [one("b").label("x"), one("y")], of: "B", gives: "podcast.added B initial",
        "episode.added x initial duplicateOf b", "episode.added y initial"),
      .merge("B", into: "A", gives: "episode.removed x duplicateOf b", "podcast.updated B 2 state"),
      .list("episodes", "y b a")),
    DocumentSequence(
      "a feed of which nothing is left is removed", except: .lostFeedIngest,
      .first([one("b"), one("a")]),
      .first(
        [
          one("b").label("x").file("https://mirror.example/b.mp3"),
          one("a").label("y").file("https://mirror.example/a.mp3"),
        ], of: "B"),
      .merge(
        "B", into: "A", gives: "episode.removed x duplicateOf b", "episode.removed y duplicateOf a",
        "podcast.removed B duplicateOf A"),
      .list("podcasts", "A")),
    DocumentSequence(
      "a survivor that is read later takes over then", except: .lostFeedIngest,
      .tell(.followed, .active),
      .first([one("b").label("x"), one("a").label("y")], of: "B"),
      .merge("B", into: "A", gives: "podcast.updated B 2 state"),
      .document(
        [one("b"), one("a")], gives: "podcast.added A initial", "episode.added b initial", "episode.added a initial",
        "episode.removed x duplicateOf b", "episode.removed y duplicateOf a", "podcast.removed B duplicateOf A")),
    DocumentSequence(
      "what was the first of many is one of them in the survivor", except: .lostFeedIngest,
      .first([one("b")], of: "B"),
      .document(
        [one("b").label("x"), one("a")], gives: "podcast.added A initial", "episode.added x initial duplicateOf b",
        "episode.added a initial"),
      .document(
        [one("b").label("y")], of: "C", gives: "podcast.added C initial", "episode.added y initial duplicateOf b"),
      .merge(
        "B", into: "A", gives: "episode.removed b duplicateOf x", "podcast.removed B duplicateOf A",
        "episode.updated x 2 duplicateOf", "episode.updated y 2 duplicateOf duplicateOf x"),
      .document(
        [one("b").label("x").title("New"), one("a")], gives: "episode.updated x 3 title by identifier"),
      .document(
        [one("b").label("y").title("New")], of: "C", gives: "episode.updated y 3 title by identifier duplicateOf x")),
    DocumentSequence(
      "two feeds are merged by what tells their episodes, each by its own", except: .lostFeedIngest,
      .first([one("d"), one("c"), one("b"), one("a")]),
      .first(
        [
          apart("l").link("https://example.com/d"), apart("g").guid("guid-c"),
          apart("t").title("Title b").day(2), apart("o"),
        ], of: "B"),
      .merge(
        "B", into: "A", gives: "episode.removed l duplicateOf d", "episode.removed g duplicateOf c",
        "episode.removed t duplicateOf b", "podcast.updated B 2 state"),
      .list("episodes", "o d c b a")),
    DocumentSequence(
      "a merged feed's videos are merged, too", except: .lostFeedIngest,
      .document(
        [clip("b"), clip("a")], gives: "channel.added A initial", "video.added b initial", "video.added a initial"),
      .document(
        [clip("b").label("x"), clip("c").label("y")], of: "B", gives: "channel.added B initial",
        "video.added x initial duplicateOf b", "video.added y initial"),
      .merge("B", into: "A", gives: "video.removed x duplicateOf b", "channel.updated B 2 state")),
    DocumentSequence(
      "a feed that two were merged into is merged itself", except: .lostFeedIngest,
      .first([one("b"), one("a")]),
      .document(
        [one("b").label("x")], of: "B", gives: "podcast.added B initial", "episode.added x initial duplicateOf b"),
      .document(
        [one("b").label("y")], of: "C", gives: "podcast.added C initial", "episode.added y initial duplicateOf b"),
      .merge("C", into: "B", gives: "episode.removed y duplicateOf x", "podcast.removed C duplicateOf B"),
      .merge("B", into: "A", gives: "episode.removed x duplicateOf b", "podcast.removed B duplicateOf A"),
      .list("episodes", "b a")),
  ]

  /// Nothing of it is any other's.
  private static func apart(_ label: String) -> FeedItem {
    one(label).file("https://mirror.example/\(label).mp3").link("https://mirror.example/\(label)")
  }

  private static func clip(_ label: String) -> FeedItem {
    one(label).file("https://cdn.example/\(label).mp4", type: "video/mp4")
  }
}
