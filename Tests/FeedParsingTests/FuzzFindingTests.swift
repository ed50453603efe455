import Castwire
import Testing

@testable import FeedParsing

/// What script/fuzz has found, each made as small as it goes.
struct FuzzFindingTests {
  @Test func `a title that is the name of a file is plain text`() throws {
    #expect(try item("<enclosure url=\"http://a.example/media/a%0a%20%01b%3C.mp3\"/>").title == "a b<")
  }

  @Test(arguments: ["<tr><td>x<tr><td>y", "<table><tr><td><tr", "<ul><li>a<li>b", "<dl><dt>a<dd>b<dt>c"])
  func `HTML that was made safe does not change when it is made safe again`(html: String) throws {
    let once = try #require(try item("<description><![CDATA[\(html)]]></description>").contentHTML)
    let twice = try item("<description><![CDATA[\(once)]]></description>").contentHTML
    #expect(twice == once)
  }
}
