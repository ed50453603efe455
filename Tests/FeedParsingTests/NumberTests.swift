import Castwire
import Testing

@testable import FeedParsing

struct NumberTests {
  @Test(
    arguments: [
      ("0", 0), ("12", 12), ("007", 7), ("1,234", 1234), ("1.234", 1234), ("1 234", 1234),
      ("1\u{a0}234\u{202f}567", 1_234_567),
      ("1.234.567", 1_234_567), ("1,234,567.00", 1_234_567), ("1'234", 1234), ("1’234", 1234), ("12.0", 12),
      ("12.", 12),
      ("12,00", 12), ("+5", 5), ("640px", 640), ("123456 bytes", 123_456), ("1,234 views", 1234),
      ("9223372036854775790", 9_223_372_036_854_775_790),
    ] as [(String, Int)])
  func `a count is read whatever groups its digits`(text: String, number: Int) {
    #expect(withView(text, Numbers.count) == number)
  }

  @Test(arguments: [
    "", "-1", "1.5", "1,5", "12 MB", "12a", "a12", "#12", "1,2345", "1,23,456", "99999999999999999999", ",", "+", "1 2",
    "0x10", "1e3", "100%", "unknown", "\u{661}", "px", "1-2", ".5", ",123",
  ])
  func `what is no count is none`(text: String) {
    #expect(withView(text, Numbers.count) == nil)
  }

  @Test(
    arguments: [
      ("12", 12, 12), ("#12", 12, 12), ("Episode 12", 12, 12), ("Ep. 12", 12, 12), ("S01", 1, 1), ("E05", 5, 5),
      ("S01E05", 5, 1), ("s2 e7", 7, 2), ("Season 2", 2, 2), ("第12話", 12, 12), ("12.", 12, 12), ("(12)", 12, 12),
      ("No. 7", 7, 7),
      ("two", nil, nil), ("-1", nil, nil), ("1.5", nil, nil), ("12/24", nil, nil), ("12a", nil, nil), ("", nil, nil),
      ("#", nil, nil), ("Episode 99999999999999999999", nil, nil),
    ] as [(String, Int?, Int?)])
  func `an episode's or season's number is found among words`(text: String, episode: Int?, season: Int?) {
    #expect(withView(text) { Numbers.ordinal($0, letter: UInt8(ascii: "e")) } == episode)
    #expect(withView(text) { Numbers.ordinal($0, letter: UInt8(ascii: "s")) } == season)
  }

  @Test func `a number that was found among words leaves a diagnostic`() throws {
    let parsed = try parse(
      rss("<item><itunes:episode>#12</itunes:episode><itunes:season>Season 2</itunes:season></item>"))
    #expect(parsed.items.first?.episodeNumber == 12)
    #expect(parsed.items.first?.seasonNumber == 2)
    #expect(parsed.codes == ["bad-number", "bad-number"])
    #expect(try item("<itunes:episode>12</itunes:episode><podcast:season>3</podcast:season>").seasonNumber == 3)
    #expect(try item("<itunes:season>0</itunes:season>").seasonNumber == nil)
  }
}
