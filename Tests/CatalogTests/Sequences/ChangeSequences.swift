import Castwire
import Foundation

extension DocumentSequence {
  /// What is no change: feed-ingest tells of each, since the items' keywords differ.
  static let noChange: [DocumentSequence] = [
    ("a file signed anew", one("a").file(signedFile("a", 1)), one("a").file(signedFile("a", 2))),
    (
      "a picture signed anew", one("a").with(\.imageURL, "https://cdn.example/a.jpg?Expires=1&Signature=x"),
      one("a").with(\.imageURL, "https://cdn.example/a.jpg?Expires=2&Signature=y")
    ),
    (
      "an accent that is a letter of its own", one("a").title("Caf\u{e9}"), one("a").title("Cafe\u{301}")
    ),
    ("white space in a title", one("a").title("A  title "), one("a").title("A title")),
    (
      "white space in markup", one("a").with(\.contentHTML, "<p>One  two</p>\n  <p>Three</p>"),
      one("a").with(\.contentHTML, "<p>One two</p><p>Three</p>")
    ),
    ("the fraction of a second of a date", one("a").day(1), one("a").day(1 + 0.25 / 86_400)),
    ("the fraction of a second of a duration", one("a").with(\.duration, 61.2), one("a").with(\.duration, 61.4)),
    ("an empty list", one("a").with(\.categories, nil), one("a").with(\.categories, [])),
    ("a field that no episode has", one("a"), one("a").with(\.commentsURL, "https://example.com/a#comments")),
    ("a number of comments", one("a").with(\.commentCount, 1), one("a").with(\.commentCount, 2)),
    ("a number of views of an episode", one("a").views(1), one("a").views(2)),
  ].map { name, before, after in
    DocumentSequence(
      "\(name) is no change",
      .first([one("b"), before.with(\.keywords, ["one"])]),
      .document([one("b"), after.with(\.keywords, ["two"])]),
      .document(
        [one("b"), after.title("Another").with(\.keywords, ["two"])],
        gives: "episode.updated a 2 title by identifier"))
  }

  /// Each field of an episode alone.
  static let fields: [DocumentSequence] = [
    ("title", one("a").title("New")),
    ("title", one("a").title(nil)),
    ("description", one("a").with(\.description, "New")),
    ("contentHTML", one("a").with(\.contentHTML, "<p>New</p>")),
    ("link", one("a").link("https://example.com/new")),
    ("publicationDate", one("a").day(1.5)),
    ("updatedDate", one("a").with(\.updatedDate, Date(timeIntervalSince1970: 1_650_000_000))),
    ("duration", one("a").with(\.duration, 62)),
    ("enclosureURL", one("a").file("https://cdn.example/new.mp3")),
    ("enclosureURL", one("a").file(nil)),
    ("enclosures", one("a").file("https://cdn.example/a.mp3", length: 1_234)),
    (
      "enclosures",
      one("a").with(
        \.enclosures,
        [
          Enclosure(url: "https://cdn.example/a.mp3", type: "audio/mpeg"),
          Enclosure(url: "https://cdn.example/a.pdf", type: "application/pdf"),
        ])
    ),
    ("author", one("a").with(\.author, "Somebody")),
    ("imageURL", one("a").with(\.imageURL, "https://cdn.example/a.jpg")),
    ("seasonNumber", one("a").with(\.seasonNumber, 2)),
    ("episodeNumber", one("a").with(\.episodeNumber, 3)),
    ("episodeType", one("a").with(\.episodeType, "bonus")),
    ("explicit", one("a").with(\.explicit, false)),
    ("chaptersURL", one("a").with(\.chaptersURL, "https://cdn.example/a.json")),
    (
      "transcripts",
      one("a").with(\.transcripts, [Transcript(url: "https://cdn.example/a.vtt", type: "text/vtt")])
    ),
    ("people", one("a").with(\.people, [Person(name: "Somebody")])),
    ("categories", one("a").with(\.categories, ["News"])),
  ].map { field, after in
    DocumentSequence(
      "\(field) alone is changed: \(after.difference(from: one("a")))",
      .first([one("b"), one("a")]),
      .document([one("b"), after], gives: "episode.updated a 2 \(field) by identifier"),
      // Back again: another revision.
      .document([one("b"), one("a")], gives: "episode.updated a 3 \(field) by identifier"))
  }

  /// Revisions, views and order.
  static let revisions: [DocumentSequence] = [
    DocumentSequence(
      "each change counts one revision, whatever it is",
      .first([one("c"), one("b"), one("a")]),
      .document(
        [one("c"), one("b").title("New").link("https://example.com/new").day(2.5), one("a")],
        gives: "episode.updated b 2 link,publicationDate,title by identifier"),
      .document([one("c"), one("b").title("New").link("https://example.com/new").day(2.5), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 3 withdrawn"),
      .document(
        [one("c"), one("b").title("New").day(2.5), one("a")],
        gives: "episode.restored b 4 link,withdrawn by identifier"),
      .document(
        [one("c").title("New"), one("b").day(2.5), one("a")], gives: "episode.updated b 5 title by identifier",
        "episode.updated c 2 title by identifier")),
    DocumentSequence(
      "items in another order are no news",
      .first([one("d"), one("c"), one("b"), one("a")]),
      .document([one("a"), one("d"), one("b"), one("c")]),
      .list("episodes", "d c b a")),
    DocumentSequence(
      "views alone are no revision of a video",
      .document(
        [one("b").video().views(1), one("a").video().views(1)], details: tube, gives: "channel.added A initial",
        "video.added b initial", "video.added a initial"),
      .document(
        [one("b").video().views(7), one("a").video().views(1)], details: tube,
        gives: "video.viewed b 1 numberOfViews by identifier"),
      .document(
        [one("b").video().views(7).title("New"), one("a").video().views(1)], details: tube,
        gives: "video.updated b 2 title by identifier"),
      .document(
        [one("b").video().views(9).title("Newest"), one("a").video().views(2)], details: tube,
        gives: "video.updated b 3 numberOfViews,title by identifier", "video.viewed a 1 numberOfViews by identifier")),
    DocumentSequence(
      "a channel that changes says so once",
      .document(
        [one("b").video(), one("a").video()], details: tube, gives: "channel.added A initial",
        "video.added b initial", "video.added a initial"),
      .document(
        [one("b").video().title("New"), one("a").video()], details: tube.with(\.title, "Another name"),
        gives: "channel.updated A 2 name", "video.updated b 2 title by identifier")),
    DocumentSequence(
      "new episodes are first in the list",
      .first([one("b"), one("a")]),
      .list("episodes", "b a"),
      .pass(days: 1),
      .document([one("d").day(1_158), one("b"), one("a")], gives: "episode.added d"),
      .pass(days: 1),
      // One that is dated back stands where its date says.
      .document([one("e").day(1.5), one("d").day(1_158), one("b"), one("a")], gives: "episode.added e"),
      .list("episodes", "d b e a")),
    DocumentSequence(
      "a date that is renewed makes no old episode newest",
      .first([one("a")]),
      .pass(days: 1),
      .document(
        [one("b").day(1_158), one("a").day(1_158.2)], gives: "episode.added b", "episode.updated a 2 publicationDate"),
      .list("episodes", "b a"),
      .pass(days: 1),
      .document([one("b").day(1_158), one("a").day(1_159.2)], gives: "episode.updated a 3 publicationDate"),
      .list("episodes", "b a")),
    DocumentSequence(
      "a date that is renewed counts as the first sight, and no more",
      .first([one("b"), one("a")]),
      .pass(days: 1),
      .document([one("c").day(1_158.3), one("b"), one("a")], gives: "episode.added c"),
      .document([one("c").day(1_158.3), one("b"), one("a").day(1_159)], gives: "episode.updated a 2 publicationDate"),
      .list("episodes", "c a b")),
    DocumentSequence(
      "a date that is corrected counts",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("b"), one("a").day(2.5)], gives: "episode.updated a 2 publicationDate"),
      .list("episodes", "c a b")),
    DocumentSequence(
      "a date in the future does not jump the order",
      .first([one("b"), one("a").day(5_000)]),
      .list("episodes", "a b"),
      .pass(days: 1),
      .document([one("c").day(1_158), one("b"), one("a").day(5_000)], gives: "episode.added c"),
      .list("episodes", "c a b"),
      .document(
        [one("c").day(1_158), one("b"), one("a").day(6_000)], gives: "episode.updated a 2 publicationDate"),
      .list("episodes", "c a b")),
    DocumentSequence(
      "an episode without a date stands where it was seen first",
      .first([one("b"), one("a").day(nil)]),
      .pass(days: 1),
      .document([one("c").day(1_158), one("b"), one("a").day(nil)], gives: "episode.added c"),
      .list("episodes", "c a b")),
    DocumentSequence(
      "each field of a podcast alone is changed",
      .first([one("a")], details: FeedDetails()),
      .document([one("a")], details: FeedDetails().with(\.title, "New"), gives: "podcast.updated A 2 title"),
      .document(
        [one("a")], details: FeedDetails().with(\.author, "Somebody"), gives: "podcast.updated A 3 author,title"),
      .document(
        [one("a")], details: FeedDetails().with(\.author, "Somebody").with(\.ttlMinutes, 60)),
      .document(
        [one("a")], details: FeedDetails().with(\.artworkURL, "https://cdn.example/a.jpg?Expires=1&Signature=x"),
        gives: "podcast.updated A 4 artworkURL,author"),
      .document(
        [one("a")],
        details: FeedDetails().with(\.artworkURL, "https://cdn.example/a.jpg?Expires=2&Signature=y").with(
          \.ttlMinutes, 5)),
      .document(
        [one("a")], details: FeedDetails().with(\.artworkURL, "https://cdn.example/b.jpg"),
        gives: "podcast.updated A 5 artworkURL")),
  ]

  private static var tube: FeedDetails {
    FeedDetails().with(\.channelID, "UC1")
  }
}

extension FeedDetails {
  /// The same with another value of a field.
  func with<Value>(_ field: WritableKeyPath<FeedDetails, Value>, _ value: Value) -> FeedDetails {
    var details = self
    details[keyPath: field] = value
    return details
  }
}

extension FeedItem {
  /// How the item differs, for the name of a test.
  fileprivate func difference(from other: FeedItem) -> String {
    func fields(_ item: FeedItem) -> [String: String] {
      Dictionary(
        Mirror(reflecting: item).children.map { ($0.label ?? "", "\($0.value)") },
        uniquingKeysWith: { first, _ in first })
    }
    let before = fields(other)
    return fields(self).filter { before[$0.key] != $0.value }.keys.sorted().joined(separator: ", ")
  }
}
