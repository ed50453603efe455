import Foundation
import Testing

/// Documents of other projects with what they say must be read from them. They lie beside the checkout or nowhere.
struct CorpusTests {
  struct Corpus: CustomTestStringConvertible {
    let name: String
    /// The fewest cases that count as the whole of it.
    let cases: Int
    /// Cases where another answer is right: an entity that a document type declares is not expanded, angle brackets in
    /// text that is no HTML are escaped, and one bad byte does not make a text in UTF-8 one in another encoding.
    let exceptions: Set<String>

    var testDescription: String { name }
  }

  private static let shared = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared")
    .standardized

  private static let corpora = [
    Corpus(
      name: "feedparser", cases: 575,
      exceptions: [
        "atom10-entry_content_text_plain_brackets.xml", "rss-entity_in_doctype.xml", "encoding-bozo_linenoise.xml",
      ]),
    Corpus(name: "podcastparser", cases: 65, exceptions: []),
  ]

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: shared.appending(path: "tools/corpus-check").path),
      "there is no corpus beside the checkout"), arguments: corpora)
  func `feeds of other projects give what these expect`(corpus: Corpus) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", CorpusTests.shared.appending(path: "tools/corpus-check").path, "--failures", "1000",
      CorpusTests.shared.appending(path: "corpus/\(corpus.name)").path, "--", ParseCommandTests.program.path, "parse",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()

    let lines = text.split(separator: "\n")
    let failed = lines.dropLast().filter { !$0.hasPrefix(" ") }
      .map { String($0.prefix { $0 != ":" }) }
    #expect(Set(failed).subtracting(corpus.exceptions).isEmpty, "\(text)")
    let passed = try #require(lines.last?.split(separator: " ").first.flatMap { Int($0) }, "\(text)")
    #expect(passed >= corpus.cases - corpus.exceptions.count, "\(text)")
  }
}
