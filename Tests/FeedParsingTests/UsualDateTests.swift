import Testing

@testable import FeedParsing

struct UsualDateTests {
  @Test(arguments: [
    "Thu, 01 Jan 2004 19:48:21 GMT", "Thu, 1 Jan 2004 19:48:21 +0130", "sat, 31 DEC 1999 23:59:59 -1100",
    "2004-01-01T19:48:21Z", "2024-02-29T00:00:00Z",
  ])
  func `usual dates have a short way to the same instant`(text: String) throws {
    let seconds = try #require(withView(text) { UsualDate.seconds($0) })
    #expect(seconds == withView(text) { FeedDate.readingOfAnyForm($0)?.seconds })
  }

  @Test(arguments: [
    "Thu, 32 Jan 2004 19:48:21 GMT", "Thu, 01 Jan 2004 34:48:21 GMT", "Thu, 01 Foo 2004 19:48:21 GMT",
    "Thu, 01 Jan 2004 19:48:21 EST", "Thu, 01 Jan 04 19:48:21 +0000", "Thu,  01 Jan 2004 19:48:21 GMT",
    "Do, 01 Jan 2004 19:48:21 GMT+1", "2004-13-01T19:48:21Z", "2004-01-01T19:48:21+", "2004-01-01 19:48:21Z",
    "Thu, 01 Jan 2004 1:2:3 +0000", "Thu, 01 Jan 2004 19.48.21 GMT", "Thu, 0x Jan 2004 19:48:21 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT", "Thu, 1 Jan 2004 19:48:2", "Thu, 01 Jan 2004 19:48:21 +9999",
  ])
  func `all other dates have none`(text: String) {
    #expect(withView(text) { UsualDate.seconds($0) } == nil)
  }
}
