import Castwire

extension DocumentSequence {
  /// What becomes of episodes that a feed holds no more.
  static let keeping: [DocumentSequence] = [
    DocumentSequence(
      "a withdrawn episode that comes back is restored",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document([one("c"), one("b"), one("a")], gives: "episode.restored b 3 withdrawn by identifier"),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 4 withdrawn"),
      .document([one("c"), one("b"), one("a")], gives: "episode.restored b 5 withdrawn by identifier")),
    DocumentSequence(
      "a withdrawn episode that comes back changed is restored with the change",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document(
        [one("c"), one("b").title("New"), one("a")], gives: "episode.restored b 3 title,withdrawn by identifier")),
    DocumentSequence(
      "a withdrawn episode that comes back under another guid is restored by its file",
      .first([one("c"), one("b").link(nil), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document(
        [one("c"), one("b").link(nil).guid("new"), one("a")],
        gives: "episode.restored b 3 identifier,withdrawn by enclosure")),
    DocumentSequence(
      "a withdrawn episode that comes back under another guid is restored by title and date",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .document(
        [one("c"), one("b").link("https://new.example/b").file("https://new.example/b.mp3").guid("new"), one("a")],
        gives: "episode.restored b 3 enclosureURL,identifier,link,withdrawn by title")),
    DocumentSequence(
      "what leaves the window stays as it was, and is no news when it is back",
      .first([one("c"), one("b"), one("a")]),
      .document([one("d"), one("c"), one("b")], gives: "episode.added d"),
      .list("episodes", "d c b a"),
      .document([one("d"), one("c"), one("b"), one("a")]),
      .document([one("d"), one("c"), one("b")]),
      .document(
        [one("d"), one("c"), one("b"), one("a").title("New")], gives: "episode.updated a 2 title by identifier"),
      .list("episodes", "d c b a")),
    DocumentSequence(
      "what comes back into the window under another guid is the same",
      .first([one("c"), one("b"), one("a")]),
      .document([one("d"), one("c"), one("b")], gives: "episode.added d"),
      .document(
        [one("d"), one("c"), one("b"), one("a").guid("new")], gives: "episode.updated a 2 identifier by link")),
    DocumentSequence(
      "a document without items takes nothing away",
      .first([one("b"), one("a")]),
      .document([]),
      .document([one("b"), one("a")]),
      .list("episodes", "b a")),
    DocumentSequence(
      "an unfollowed feed keeps its history, and goes on from there",
      .first([one("b"), one("a")]),
      .tell(.unfollowed, .unfollowed, gives: "podcast.updated A 2 state"),
      .list("episodes", "b a"),
      .tell(.followed, .active, gives: "podcast.updated A 3 state"),
      .document([one("c"), one("b"), one("a")], gives: "episode.added c")),
    DocumentSequence(
      "a purged feed is removed with all it has, and begins anew under the same ids",
      .first([one("c"), one("b"), one("a")]),
      .document([one("c"), one("a")], gives: "episode.withdrawn b 2 withdrawn"),
      .tell(
        .unfollowed, .unfollowed, purge: true, gives: "episode.removed a", "episode.removed b", "episode.removed c",
        "podcast.removed A"),
      .list("episodes", ""),
      .tell(.followed, .active),
      .first([one("c"), one("b"), one("a")]),
      .list("episodes", "c b a")),
  ]
}
