import Castwire
import Foundation
import Testing

@testable import FeedParsing

struct FeedDateTests {
  @Test(
    arguments: [
      // RFC 822 and its relatives.
      ("Thu, 01 Jan 2004 19:48:21 GMT", 1_072_986_501),
      ("01 Jan 2004 19:48:21 +0000", 1_072_986_501),
      ("Thu, 1 Jan 2004 19:48 UT", 1_072_986_480),
      ("Thu, 01 Jan 04 19:48:21 GMT", 1_072_986_501),
      ("Thu,01 Jan 2004 19:48:21 GMT", 1_072_986_501),
      ("Thursday, 01 January 2004 19:48:21 GMT", 1_072_986_501),
      ("Thu, 01 Jan 2004 14:48:21 EST", 1_072_986_501),
      ("Thu, 01 Jan 2004 14:48:21 -0500", 1_072_986_501),
      ("Thu, 01 Jan 2004 20:48:21 +01:00", 1_072_986_501),
      ("Thu, 01 Jan 2004 21:48:21 GMT+2", 1_072_986_501),
      ("Fri, 02 Jan 2004 01:18:21 +0530", 1_072_986_501),
      ("Thu Jan  1 19:48:21 2004", 1_072_986_501),
      ("Thu Jan 01 19:48:21 UTC 2004", 1_072_986_501),
      ("Jan 1, 2004 7:48:21 PM", 1_072_986_501),
      ("January 1, 2004 12:00 am", 1_072_915_200),
      ("01-Jan-2004 19:48:21 GMT", 1_072_986_501),
      ("Thu, 01 Jan 2004", 1_072_915_200),
      ("1/2/2004", 1_073_001_600),
      ("Thu, 01 Jan 2004 19:48:21 GMT (a comment)", 1_072_986_501),
      ("Thu, 01 Jan 2004 24:00:00 GMT", 1_073_001_600),
      ("Thu, 01 Jan 2004 19:48:21 GM\u{cc}", 1_072_986_501),
      ("Sat, 29 Feb 2020 00:00:00 GMT", 1_582_934_400),
      ("31 Dec 1969 23:59:59 GMT", -1),
      // ISO 8601.
      ("2003-12-31T10:14:55Z", 1_072_865_695),
      ("2003-12-31T10:14:55.5Z", 1_072_865_695.5),
      ("2003-12-31T11:14:55+01:00", 1_072_865_695),
      ("2003-12-31T02:14:55-0800", 1_072_865_695),
      ("2003-12-31t10:14:55z", 1_072_865_695),
      ("2003-12-31 10:14:55", 1_072_865_695),
      ("2003-12-31 10:14:55 GMT", 1_072_865_695),
      ("2003-12-31T10:14Z", 1_072_865_640),
      ("20031231T101455Z", 1_072_865_695),
      ("20031231", 1_072_828_800),
      ("2003-12-31", 1_072_828_800),
      ("2003-365", 1_072_828_800),
      ("2003-12", 1_070_236_800),
      ("2003", 1_041_379_200),
      ("2003/12/31 10:14:55", 1_072_865_695),
      ("  2003-12-31T10:14:55Z\n", 1_072_865_695),
    ] as [(String, Double)])
  func `a date is read`(text: String, seconds: Double) {
    #expect(withView(text, FeedDate.seconds) == seconds)
  }

  @Test(arguments: [
    "", "soon", "yesterday", "Thu, 32 Jan 2004 10:00:00 GMT", "30 Feb 2004 10:00:00 GMT", "2003-13-01", "2003-02-29",
    "2003-12-31T25:00:00Z", "2003-12-31T10:61:00Z", "0000-00-00 00:00:00", "Thu, 01 Jan 1970 00:00:00 GMT",
    "1970-01-01T00:00:00Z", "Thu, 01 Foo 2004 19:48:21 GMT", "2003-12-31T", "12:30", "99999999999999999999",
    "Sat, 28 Foo 2002 21:00:02 GM\u{cc}", "<b>soon</b>", "Jan", "1 Jan",
    "\u{e9}\u{e9}\u{e9}\u{e9}",
  ])
  func `what is no date is none`(text: String) {
    #expect(withView(text, FeedDate.seconds) == nil)
  }

  @Test func `an item whose date cannot be read has none, and a diagnostic`() throws {
    let parsed = try parse(rss("<item><title>x</title><pubDate>Caturday</pubDate></item>"))
    #expect(parsed.items.first?.publicationDate == nil)
    #expect(parsed.codes == ["bad-date"])
  }

  @Test func `the update date stands in for the publication date`() throws {
    let entry = try entry("<id>1</id><updated>2003-12-31T10:14:55Z</updated>")
    #expect(entry.publicationDate == Date(timeIntervalSince1970: 1_072_865_695))
    #expect(entry.updatedDate == entry.publicationDate)
  }
}
