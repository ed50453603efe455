import CastwireBus
import Testing

@testable import Catalog

/// What becomes of what is asked.
struct SearchQueryTests {
  private func query(_ text: String) throws(RequestError) -> SearchQuery {
    try SearchQuery(text, scanner: WordScanner())
  }

  @Test func `words become prefixes, single letters and pairs do not`() throws {
    #expect(try query("Night b").whole == #""night" * AND "b""#)
    #expect(try query("東京 駅").whole == #""東京" AND "駅""#)
    #expect(try query("東京").ranks == [.title, .heading, .whole])
    #expect(try query("ab AB áb").words.count == 1)
  }

  @Test(arguments: [
    #"" OR title : x"#, #"a" NOT "b"#, "{title} : a", "a NEAR(b, 2)", "^a + b", "col:a*", "'; DROP TABLE document --",
    "a AND",
  ])
  func `nothing of FTS5's language comes from outside`(text: String) throws {
    for term in try query(text).whole.split(separator: " AND ") {
      #expect(term.wholeMatch(of: #/"[a-z0-9]+"( \*)?/#) != nil, "\(term)")
    }
    let feed = try SearchQuery("a", feed: #"x" OR "y{}"#, scanner: WordScanner())
    #expect(feed.whole == "\"a\" AND \"\u{E001}xy\"")
  }

  @Test func `a long prefix becomes the words that begin so, where these are few`() throws {
    var query = try query("nig night b")
    query.lookUp { prefix, limit in
      #expect(prefix == "night" && limit == SearchQuery.mostForms + 1)
      return ["night", "nightly"]
    }
    #expect(query.whole == #""nig" * AND ("night" OR "nightly") AND "b""#)
    #expect(query.fitting(.title) == #"{title source} : ("nig" AND "night" AND "b")"#)
    let unknown = try self.query("nothing")
    var lookedUp = unknown
    lookedUp.lookUp { _, _ in [] }
    #expect(unknown.whole == #""nothing" *"#)
    #expect(lookedUp.whole == #""nothing""#)
  }

  @Test(arguments: ["", "   ", "?!", "\u{0}", "\u{E000}"])
  func `what has no word is refused`(text: String) {
    let error = #expect(throws: RequestError.self) { try query(text) }
    #expect(error?.code == .badRequest)
  }

  @Test func `more words than can be searched for are refused`() throws {
    let words = (0..<SearchQuery.mostWords).map { "w\($0)" }
    #expect(try query(words.joined(separator: " ")).words.count == SearchQuery.mostWords)
    #expect(throws: RequestError.self) { try query((words + ["x"]).joined(separator: " ")) }
  }
}
