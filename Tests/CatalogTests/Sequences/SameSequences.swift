import Castwire

extension DocumentSequence {
  /// What an episode stays the same through.
  static let same: [DocumentSequence] = [
    DocumentSequence(
      "a changed guid is the only change",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b").guid("new"), one("a")], gives: "episode.updated b 2 identifier by link")),
    DocumentSequence(
      "a changed guid is the only change where the file tells",
      .first([one("c"), one("b").link(nil), one("a")]),
      .document(
        [one("c"), one("b").link(nil).guid("new"), one("a")], gives: "episode.updated b 2 identifier by enclosure")),
    DocumentSequence(
      "a changed guid is the only change where a signed file tells",
      .first([one("c"), one("b").link(nil).file(signedFile("b", 1)), one("a")]),
      .document(
        [one("c"), one("b").link(nil).guid("new").file(signedFile("b", 2)), one("a")],
        gives: "episode.updated b 2 identifier by enclosure")),
    DocumentSequence(
      "a changed guid is the only change where title and date tell",
      .first([one("c"), one("b").link(nil).file(nil), one("a")]),
      .document(
        [one("c"), one("b").link(nil).file(nil).guid("new"), one("a")],
        gives: "episode.updated b 2 identifier by title")),
    DocumentSequence(
      "a guid that changes there and back is one episode throughout",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b").guid("n"), one("a")], gives: "episode.updated b 2 identifier by link"),
      .document([one("c"), one("b"), one("a")], gives: "episode.updated b 3 identifier by identifier"),
      .document([one("c"), one("b").guid("m"), one("a")], gives: "episode.updated b 4 identifier by link"),
      .document([one("c"), one("b").guid("n"), one("a")], gives: "episode.updated b 5 identifier by identifier")),
    DocumentSequence(
      "a changed file is the only change, with its length and type",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("b").file("https://cdn.example/new.m4a", type: "audio/mp4", length: 1_234), one("a")],
        gives: "episode.updated b 2 enclosureURL by identifier")),
    DocumentSequence(
      "guids that come to a feed without any are changed identifiers",
      .first([one("c").withoutGUID(), one("b").withoutGUID(), one("a").withoutGUID()]),
      .document(
        [one("c"), one("b"), one("a")], gives: "episode.updated c 2 identifier by link",
        "episode.updated b 2 identifier by link", "episode.updated a 2 identifier by link")),
    DocumentSequence(
      "an item without a guid keeps its id under another link",
      .first([one("c").withoutGUID(), one("b").withoutGUID(), one("a").withoutGUID()]),
      .document(
        [one("c").withoutGUID(), one("b").link("https://example.com/new").withoutGUID(), one("a").withoutGUID()],
        gives: "episode.updated b 2 identifier,link by enclosure")),
    DocumentSequence(
      "items that are called by files which are signed anew are no news",
      .first([signedAlone("b", 1), signedAlone("a", 1)]),
      .document([signedAlone("b", 2), signedAlone("a", 2)]),
      .document([signedAlone("c", 3), signedAlone("b", 3), signedAlone("a", 3)], gives: "episode.added c")),
    DocumentSequence(
      "a publisher who moves house takes all episodes along",
      .first(["d", "c", "b", "a"].map { one($0).guid("http://old.example/?p=\($0)") }),
      .document(
        ["e", "d", "c", "b", "a"].map { label in
          one(label).guid("https://new.example/?p=\(label)").link("https://new.example/\(label)")
            .file("https://media.new.example/\(label).mp3")
        },
        gives: ["d", "c", "b", "a"].map { "episode.updated \($0) 2 enclosureURL,identifier,link by title" }
          + ["episode.added e"])),
    DocumentSequence(
      "a moved feed keeps every id", except: .lostFeedIngest,
      .first([one("b"), one("a")]),
      .move(to: "https://new.example/feed", gives: "podcast.updated A 2 feedURL"),
      .document([one("b"), one("a")]),
      .document([one("c"), one("b"), one("a")], gives: "episode.added c"),
      .document(
        [one("c"), one("b").guid("new-b"), one("a").guid("new-a")], gives: "episode.updated b 2 identifier by link",
        "episode.updated a 2 identifier by link")),
  ]

  /// An item that was there for some before it was there for all.
  static let earlyAccess: [DocumentSequence] = [
    DocumentSequence(
      "an early item is the public one by its guid",
      .first([one("c"), early.guid("guid-b"), one("a")]),
      .document(
        [one("c"), one("b").day(2.5), one("a")],
        gives: "episode.updated b 2 enclosureURL,link,publicationDate,title by identifier")),
    DocumentSequence(
      "an early item is the public one by its link",
      .first([one("c"), early.link("https://example.com/b"), one("a")]),
      .document(
        [one("c"), one("b").day(2.5), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,publicationDate,title by link")),
    DocumentSequence(
      "an early item is the public one by its file",
      .first([one("c"), early.file("https://cdn.example/b.mp3"), one("a")]),
      .document(
        [one("c"), one("b").day(2.5), one("a")],
        gives: "episode.updated b 2 identifier,link,publicationDate,title by enclosure")),
    DocumentSequence(
      "an early item is the public one by its title alone, where the one takes the other's place",
      .first([one("c"), early, one("a")]),
      .document(
        [one("c"), one("b").day(2.5), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,link,publicationDate,title by replacement")),
    DocumentSequence(
      "an early item is the public one by a title that has brackets of its own",
      .first([one("c"), early.title("What (really) is b? [early access]"), one("a")]),
      .document(
        [one("c"), one("b").title("What (really) is b?").day(2.5), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,link,publicationDate,title by replacement")),
    DocumentSequence(
      "an episode that is taken out as the next of the same title comes is not replaced",
      .first([one("c").title("Weekly"), one("b").title("Weekly"), one("a").title("Weekly")]),
      .document(
        [one("d").title("Weekly"), one("b").title("Weekly"), one("a").title("Weekly")],
        gives: "episode.withdrawn c 2 withdrawn", "episode.added d")),
    DocumentSequence(
      "the second part does not replace the first",
      .first([one("c"), one("b").title("Talk (Part 1)"), one("a")]),
      .document(
        [one("d").title("Talk (Part 2)"), one("c"), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added d")),
    DocumentSequence(
      "an early item is the public one in a feed that shows its newest alone",
      .first([early.link("https://example.com/b")]),
      .document(
        [one("b").day(2.5)],
        gives: "episode.updated b 2 enclosureURL,identifier,publicationDate,title by link")),
    DocumentSequence(
      "an early item is the public one, although neither was there for a while",
      .first([one("c"), early.link("https://example.com/b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document(
        [one("c"), one("b").day(2.5), one("a")],
        gives: "episode.restored b 3 enclosureURL,identifier,publicationDate,title,withdrawn by link")),
    DocumentSequence(
      "an early item beside the public one is an episode of its own",
      .first([one("c"), early.label("early"), one("a")]),
      .document([one("c"), one("b").day(2.5), early.label("early"), one("a")], gives: "episode.added b"),
      .document([one("c"), one("b").day(2.5), one("a")], gives: "episode.withdrawn early 2 withdrawn")),
  ]

  private static var early: FeedItem {
    one("b").guid("early").title("Title b (Early Access)").link("https://club.example/b")
      .file("https://club.example/b.mp3")
  }

  private static func signedAlone(_ label: String, _ time: Int) -> FeedItem {
    one(label).link(nil).file(signedFile(label, time)).withoutGUID()
  }
}
