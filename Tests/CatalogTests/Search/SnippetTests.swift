import Testing

@testable import Catalog

/// What of a text shows why it was found.
struct SnippetTests {
  private func snippet(
    _ query: String, title: String? = nil, author: String? = nil, description: String? = nil
  ) throws -> Snippet {
    let scanner = WordScanner()
    return Snippet(
      of: SearchDocument.Texts(
        title: title, author: author, description: description, publicationDate: nil, uploadDate: nil),
      for: try SearchQuery(query, scanner: scanner), scanner: scanner)
  }

  private func marked(_ snippet: Snippet) -> [String] {
    let scalars = Array(snippet.text.unicodeScalars)
    return snippet.matches.map { String(String.UnicodeScalarView(scalars[$0[0]..<$0[0] + $0[1]])) }
  }

  @Test func `a short text is shown whole, with its matches`() throws {
    let found = try snippet("caf bus", title: "The bus", description: "A Cafe\u{301} on the 👩‍👩‍👧 Bus, no busker, no obus")
    #expect(found.field == "description")
    #expect(found.text == "A Cafe\u{301} on the 👩‍👩‍👧 Bus, no busker, no obus")
    #expect(marked(found) == ["Cafe\u{301}", "Bus", "busker"])
  }

  @Test func `the text with the most words is shown, the description first`() throws {
    #expect(try snippet("aa bb", title: "aa bb", description: "aa").field == "title")
    #expect(try snippet("aa", title: "aa", description: "aa").field == "description")
    #expect(try snippet("aa", title: "b", author: "aa", description: "b").field == "author")
    #expect(try snippet("aa", title: "b").matches == [])
    #expect(try snippet("aa").text == "")
  }

  @Test func `of a long text the part with the most words is shown, cut between words`() throws {
    let filler = String(repeating: "lorem ipsum ", count: 200)
    let found = try snippet("first second", description: "first \(filler)the first and the second one \(filler)first")
    #expect(marked(found) == ["first", "second"])
    #expect(found.text.hasPrefix("…") && found.text.hasSuffix("…"))
    #expect(found.text.contains("the first and the second one"))
    #expect(found.text.unicodeScalars.count <= 242)
    #expect(
      found.text.dropFirst().dropLast().split(separator: " ").allSatisfy {
        ["lorem", "ipsum", "the", "first", "and", "second", "one"].contains($0)
      })
  }

  @Test func `a text without spaces is cut, too, and its pairs are one match`() throws {
    let found = try snippet(
      "東京都", description: String(repeating: "あ", count: 1_000) + "東京都" + String(repeating: "い", count: 1_000))
    #expect(marked(found) == ["東京都"])
    #expect(found.text.unicodeScalars.count == 242)
  }

  @Test func `a megabyte is no trouble`() throws {
    let found = try snippet("a", description: String(repeating: "a ", count: 500_000))
    #expect(found.matches.count > 50)
  }
}
