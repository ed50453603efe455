import Runtime
import Testing

@testable import CastwireCommand

struct SpellingDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("tail", "tail", 0), ("tial", "tail", 1), ("feds", "feeds", 1), ("abc", "", 3),
    ("kitten", "sitting", 3),
  ])
  func `slips of the finger are counted`(one: String, other: String, distance: Int) {
    #expect(SpellingDistance.between(one, other) == distance)
    #expect(SpellingDistance.between(other, one) == distance)
  }

  @Test(arguments: [
    ("folow", "follow"), ("episode", "episodes"), ("stauts", "status"), ("unfolow", "unfollow"), ("pu", "up"),
  ])
  func `the nearest command is named`(word: String, command: String) {
    #expect(CommandProgram.unknown(word).description == "unknown command '\(word)'; did you mean '\(command)'?")
  }

  @Test func `a word like no command is told so`() {
    #expect(CommandProgram.unknown("zzzzzzzzz").description == "unknown command 'zzzzzzzzz'")
    #expect(CommandProgram.unknown("--nope").description == "unknown option --nope")
  }
}
