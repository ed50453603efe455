import Castwire
import Testing

@testable import FeedParsing

/// What script/fuzz has found, each made as small as it goes.
struct FuzzFindingTests {
  @Test func `a title that is the name of a file is plain text`() throws {
    #expect(try item("<enclosure url=\"http://a.example/media/a%0a%20%01b%3C.mp3\"/>").title == "a b<")
  }
}
