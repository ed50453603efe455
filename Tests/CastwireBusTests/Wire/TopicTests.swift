import CastwireBus
import Testing

struct TopicTests {
  @Test func `a topic names family, feed and verb`() {
    #expect(Topic(family: "episode", feed: "0a5c", verb: "added").text == "episode.0a5c.added")
    #expect(
      Topic(family: "cell.en_US.episode", feed: "0a5c", verb: "updated").text == "cell.en_US.episode.0a5c.updated")
  }

  @Test(arguments: [
    ("episode.*.added", true), ("episode.*", true), ("episode", true), ("*", true), ("*.*.added", true),
    ("episode.0a5c.added", true), ("episode.*.updated", false), ("video.*.added", false),
    ("episode.0a5c.added.x", false),
    ("epi", false), ("episode.0a5", false), ("", false), ("episode..added", false),
  ])
  func `a pattern's words stand for the topic's first words`(pattern: String, matches: Bool) {
    #expect(Topic(text: "episode.0a5c.added").matches(pattern: pattern) == matches)
  }
}
