import Castwire

extension DocumentSequence {
  /// What one document has apart stays apart.
  static let apart: [DocumentSequence] = [
    DocumentSequence(
      "a copy under another guid is another episode, for good",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b"), copy, one("a")], gives: "episode.added n"),
      .document([one("c"), copy, one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document([one("c"), one("b"), copy, one("a")], gives: "episode.restored b 3 withdrawn by identifier")),
    DocumentSequence(
      "a copy of an episode that changes with the document is another episode",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("b").title("New"), copy, one("a")],
        gives: "episode.updated b 2 title by identifier", "episode.added n")),
    DocumentSequence(
      "an episode that is there keeps its link, its file, its title and its date to itself",
      .first([one("d"), one("c"), one("b"), one("a")]),
      .document(
        [
          one("l").link("https://example.com/d"), one("f").file("https://cdn.example/c.mp3"), one("d"), one("c"),
          one("t").title("Title b").day(2), one("b"), one("a"),
        ], gives: "episode.added l", "episode.added f", "episode.added t")),
    DocumentSequence(
      "a guid that comes back beside its successor is another episode",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b").guid("new"), one("a")], gives: "episode.updated b 2 identifier"),
      .document([one("c"), one("b").guid("new"), one("b").label("n"), one("a")], gives: "episode.added n"),
      .document(
        [one("c"), one("b").guid("new"), one("b").label("n").title("First"), one("a")],
        gives: "episode.updated n 2 title by identifier")),
    DocumentSequence(
      "an episode is no other's while an unchanged item has its stated id",
      .document([one("c").guid("g"), one("b").guid("g"), one("a")], gives: sharedStart),
      .document(
        [one("c").guid("g"), copy, one("a")],
        gives: "podcast.updated A 2 diagnostics", "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "an episode is no other's while a changed item has its stated id",
      .document([one("c").guid("g"), one("b").guid("g"), one("a")], gives: sharedStart),
      .document(
        [one("c").guid("g").title("New"), copy, one("a")],
        gives: "podcast.updated A 2 diagnostics", "episode.withdrawn b 2 withdrawn", "episode.updated c 2 title",
        "episode.added n")),
    DocumentSequence(
      "who swaps two guids swaps what the two episodes are",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("b").guid("guid-a"), one("a").guid("guid-b")],
        gives: "episode.updated a 2 description,enclosureURL,link,publicationDate,title by identifier",
        "episode.updated b 2 description,enclosureURL,link,publicationDate,title by identifier")),
    DocumentSequence(
      "a feed that numbers its items anew has the last number as the new one",
      .first([one("b").guid("1"), one("a").guid("2")]),
      .document(
        [one("c").guid("1"), one("b").guid("2"), one("a").guid("3").label("last")],
        gives: "episode.updated b 2 description,enclosureURL,link,publicationDate,title by identifier",
        "episode.updated a 2 description,enclosureURL,link,publicationDate,title by identifier", "episode.added last")),
    DocumentSequence(
      "the news of each hour are an episode each, under one link and in one file",
      .first([one("a").title("News at 1")]),
      .document([hour("b", 2)], gives: "episode.added b"),
      .document([hour("c", 3)], gives: "episode.added c"),
      .document([hour("d", 4)], gives: "episode.added d")),
    DocumentSequence(
      "a link that a feed gives all its items tells none of them",
      .first([
        one("c").link("https://x.example/"), one("b").link("https://x.example/"), one("a").link("https://x.example/"),
      ]),
      .document(
        [
          one("d").link("https://x.example/"), one("c").link("https://x.example/"), one("a").link("https://x.example/"),
        ],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added d")),
  ]

  /// Many items under one guid.
  static let sharedIdentifiers: [DocumentSequence] =
    ["distinct files", "one file", "no file"].map { files in
      func items(_ title: String) -> [FeedItem] {
        "jihgfedcba".map { letter in
          let label = String(letter)
          let file = ["distinct files": "https://cdn.example/\(label).mp3", "one file": "https://cdn.example/x.mp3"][
            files]
          return one(label).guid("guid").title("\(title) \(label)").link(nil).file(file)
        }
      }
      return DocumentSequence(
        "ten items with one guid and \(files) are ten episodes, with a diagnostic",
        .document(
          items("Title"),
          gives: ["podcast.added A initial shared-identifier"] + "jihgfedcba".map { "episode.added \($0) initial" }),
        .document(items("New"), gives: "jihgfedcba".map { "episode.updated \($0) 2 title" }),
        .document(
          items("New").filter { $0.description != "e" }, gives: "episode.withdrawn e 3 withdrawn"),
        .document(items("New"), gives: "episode.restored e 4 withdrawn"))
    } + [
      DocumentSequence(
        "the diagnostic begins and ends with what it says",
        .first([one("b"), one("a")]),
        .document(
          [one("c").guid("guid-b"), one("b"), one("a")],
          gives: "podcast.updated A 2 diagnostics shared-identifier", "episode.added c"),
        .document(
          [one("d"), one("c").guid("guid-b"), one("b"), one("a")], gives: "episode.added d"),
        .document(
          [one("d"), one("c").guid("guid-b"), one("a")],
          gives: "podcast.updated A 3 diagnostics", "episode.withdrawn b 2 withdrawn"),
        .document(
          [one("d"), one("c").guid("guid-b").title("New"), one("a")], gives: "episode.updated c 2 title")),
      DocumentSequence(
        "an item that shares its guid is known by its file where a copy has all else of it",
        .first([one("b"), one("a")]),
        .document(
          [one("c").guid("guid-b"), one("b"), copy, one("a")],
          gives: "podcast.updated A 2 diagnostics shared-identifier", "episode.added c", "episode.added n")),
      DocumentSequence(
        "an item that shares its guid keeps its id under another file",
        .document([one("c").guid("g"), one("b").guid("g"), one("a")], gives: sharedStart),
        .document(
          [one("c").guid("g"), one("b").guid("g").file("https://cdn.example/new.mp3"), one("a")],
          gives: "episode.updated b 2 enclosureURL")),
      DocumentSequence(
        "items that get guids of their own are the episodes that they were",
        .document([one("c").guid("g"), one("b").guid("g"), one("a")], gives: sharedStart),
        .document(
          [one("c"), one("b"), one("a")],
          gives: "podcast.updated A 2 diagnostics", "episode.updated c 2 identifier by link",
          "episode.updated b 2 identifier by link")),
      DocumentSequence(
        "an item that stands twice in a document is two episodes", except: .lostFeedIngest,
        .document(
          [one("b"), one("b"), one("a")],
          gives: "podcast.added A initial shared-identifier", "episode.added b initial", "episode.added b initial",
          "episode.added a initial"),
        .document([one("c"), one("b"), one("b"), one("a")], gives: "episode.added c"),
        .document(
          [one("c"), one("b"), one("a")],
          gives: "podcast.updated A 2 diagnostics", "episode.withdrawn b 2 withdrawn"),
        .document(
          [one("c"), one("b"), one("b"), one("a")],
          gives: "podcast.updated A 3 diagnostics shared-identifier", "episode.restored b 3 withdrawn")),
    ]

  private static let sharedStart = [
    "podcast.added A initial shared-identifier", "episode.added c initial", "episode.added b initial",
    "episode.added a initial",
  ]

  /// All of an item but its guid.
  private static var copy: FeedItem {
    one("b").guid("guid-n").label("n")
  }

  private static func hour(_ label: String, _ hour: Int) -> FeedItem {
    one(label).title("News at \(hour)").link("https://example.com/a").file("https://cdn.example/a.mp3")
  }
}
