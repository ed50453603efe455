import Castwire

extension DocumentSequence {
  /// By what an item is known again, rule by rule.
  static let rules: [DocumentSequence] = [
    DocumentSequence(
      "a stated id outlasts everything else",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").guid("guid-b").label("b").day(4), one("a")],
        gives: "episode.updated b 2 enclosureURL,link,publicationDate,title by identifier")),
    DocumentSequence(
      "stated ids are compared to the letter",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").guid("GUID-B"), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added other-b")),
    DocumentSequence(
      "a stated id of former times is the episode's still",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b").guid("new"), one("a")], gives: "episode.updated b 2 identifier"),
      .document(
        [one("c"), other("b").guid("guid-b").label("b").day(2), one("a")],
        gives: "episode.updated b 3 enclosureURL,identifier,link,title by identifier")),
    DocumentSequence(
      "a link that one item has is the episode's, whatever became of guid, file and title",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").label("b").link("https://example.com/b").day(2), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,title by link")),
    DocumentSequence(
      "a link is the same with and without TLS, slash and the words of a campaign",
      .first([one("c"), one("b").link("http://Example.com/b/"), one("a")]),
      .document(
        [one("c"), other("b").label("b").link("https://example.com/b?utm_source=rss").day(2), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,link,title by link")),
    DocumentSequence(
      "a link that two new items have says nothing",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("n").link("https://example.com/b"), one("m").link("https://example.com/b"), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n", "episode.added m")),
    DocumentSequence(
      "a link that an unchanged item has says nothing of a new one",
      .first([one("c").link("https://example.com/all"), one("b").link("https://example.com/all"), one("a")]),
      .document(
        [one("n").link("https://example.com/all"), one("c").link("https://example.com/all"), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "the feed's own page is no item's",
      .first([one("c"), one("b").link("https://example.com/"), one("a")], details: page),
      .document(
        [one("n").link("https://example.com"), one("c"), one("a")], details: page,
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "a file is the episode's, whatever became of guid, link and title",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").label("b").file("https://cdn.example/b.mp3").day(2), one("a")],
        gives: "episode.updated b 2 identifier,link,title by enclosure")),
    DocumentSequence(
      "a file is the same under another signature",
      .first([one("c"), one("b").file(signedFile("b", 1)), one("a")]),
      .document(
        [one("c"), other("b").label("b").file(signedFile("b", 2)).day(2), one("a")],
        gives: "episode.updated b 2 identifier,link,title by enclosure")),
    DocumentSequence(
      "a query that does not sign is part of the file's name",
      .first([one("c"), one("b").file("https://cdn.example/file?id=1"), one("a")]),
      .document(
        [one("c"), one("n").file("https://cdn.example/file?id=2"), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "a file that two new items have says nothing, under whatever signature",
      .first([one("c"), one("b").file(signedFile("b", 1)), one("a")]),
      .document(
        [one("c"), one("n").file(signedFile("b", 2)), one("m").file(signedFile("b", 3)), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n", "episode.added m")),
    DocumentSequence(
      "a file that an unchanged item has says nothing of a new one",
      .first([one("c").file(signedFile("all", 1)), one("b").file(signedFile("all", 2)), one("a")]),
      .document(
        [one("n").file(signedFile("all", 3)), one("c").file(signedFile("all", 1)), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "title and date are the episode's, whatever became of guid, link and file",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").label("b").title("Title b").day(2), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,link by title")),
    DocumentSequence(
      "a title is the same in capitals",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), other("b").label("b").title("TITLE  B").day(2), one("a")],
        gives: "episode.updated b 2 enclosureURL,identifier,link,title by title")),
    DocumentSequence(
      "a title without its date is nobody's, nor a date without its title",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document([one("n").title("Title b"), one("c"), one("a")], gives: "episode.added n"),
      .document([one("n").title("Title b"), one("c"), one("m").day(2), one("a")], gives: "episode.added m")),
    DocumentSequence(
      "an item that nothing but its title names is another under another title",
      .first([bare("c", "C"), bare("b", "B"), bare("a", "A")]),
      .document(
        [bare("c", "C"), bare("n", "N").day(2).withoutGUID(), bare("a", "A")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n")),
    DocumentSequence(
      "the title and date of two new items say nothing",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("n").title("Title b").day(2), one("m").title("Title b").day(2), one("a")],
        gives: "episode.withdrawn b 2 withdrawn", "episode.added n", "episode.added m")),
  ]

  /// Which rule comes first, and which evidence.
  static let orderOfRules: [DocumentSequence] = [
    DocumentSequence(
      "a stated id comes before a link",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b").guid("new"), one("a")], gives: "episode.updated b 2 identifier"),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 3 withdrawn"),
      .document(
        [one("m").link("https://example.com/b"), one("c"), other("b").guid("guid-b").label("b").day(2), one("a")],
        gives: "episode.restored b 4 enclosureURL,identifier,link,title,withdrawn by identifier", "episode.added m")),
    DocumentSequence(
      "a link comes before a file",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [
          one("m").file("https://cdn.example/b.mp3"), one("c"),
          other("b").label("b").link("https://example.com/b").day(2), one("a"),
        ], gives: "episode.updated b 2 enclosureURL,identifier,title by link", "episode.added m")),
    DocumentSequence(
      "a file comes before title and date",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [
          one("m").title("Title b").day(2), one("c"),
          other("b").label("b").file("https://cdn.example/b.mp3").day(2), one("a"),
        ], gives: "episode.updated b 2 identifier,link,title by enclosure", "episode.added m")),
    DocumentSequence(
      "who leaves with the document comes before who left long ago",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document([one("d").link("https://example.com/b"), one("c"), one("a")], gives: "episode.added d"),
      .document(
        [other("d").label("d").link("https://example.com/b").day(4), one("c"), one("a")],
        gives: "episode.updated d 2 enclosureURL,identifier,title by link")),
  ]

  /// Everything of an item but its day is another's.
  private static func other(_ label: String) -> FeedItem {
    one("other-\(label)")
  }

  private static func bare(_ label: String, _ title: String) -> FeedItem {
    one(label).title(title).link(nil).file(nil).withoutGUID()
  }

  private static var page: FeedDetails {
    var details = FeedDetails()
    details.link = "https://example.com/"
    return details
  }
}
