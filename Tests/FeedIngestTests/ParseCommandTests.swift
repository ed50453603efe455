import Castwire
import CastwireBus
import Foundation
import Testing

/// `feed-ingest parse`, run as a program.
struct ParseCommandTests {
  struct Outcome {
    let status: Int32
    let lines: [String]
    let errors: String
  }

  /// The program, which the package builds beside its tests.
  static let program = Bundle.main.executableURL!.deletingLastPathComponent().appending(path: "feed-ingest")

  static func run(_ arguments: [String], input: String? = nil) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = ["parse"] + arguments
    let (output, errors, source) = (Pipe(), Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = source
    try process.run()
    if let input { try source.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
    try source.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus,
      lines: String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init),
      errors: String(decoding: complaint, as: UTF8.self))
  }

  static func withFiles(_ contents: [String], _ body: ([String]) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "castwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }  // what is left in a temporary folder harms nobody
    let paths = try contents.enumerated().map { index, content in
      let url = folder.appending(path: "\(index).xml")
      try Data(content.utf8).write(to: url)
      return url.path
    }
    try body(paths)
  }

  @Test func `each file gives one line, in order`() throws {
    let feeds = ["<rss><channel><title>A</title></channel></rss>", "<html></html>", "<feed><title>B</title></feed>"]
    try ParseCommandTests.withFiles(feeds) { paths in
      let outcome = try ParseCommandTests.run([paths[0], paths[1], "/nowhere/to/be/found", paths[2]])
      #expect(outcome.status == 0)
      try #require(outcome.lines.count == 4)
      #expect(try BusCoder.decode(ParsedFeed.self, from: Array(outcome.lines[0].utf8)).feed.title == "A")
      #expect(outcome.lines[1] == "{\"error\":\"this is a web page (HTML), not a feed\"}")
      #expect(outcome.lines[2].hasPrefix("{\"error\":\""))
      #expect(try BusCoder.decode(ParsedFeed.self, from: Array(outcome.lines[3].utf8)).feed.title == "B")
    }
  }

  @Test func `of a file that cannot be read it says which and why`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let outcome = try ParseCommandTests.run(["/nowhere/to/be/found", folder])
    try #require(outcome.lines.count == 2)
    let errors = try outcome.lines.map { try JSONDecoder().decode([String: String].self, from: Data($0.utf8))["error"] }
    #expect(errors[0] == "/nowhere/to/be/found cannot be read: there is no such file")
    #expect(errors[1] == "\(folder) cannot be read: it is a folder")
  }

  @Test func `without a file it reads standard input, with the options given`() throws {
    let outcome = try ParseCommandTests.run(
      ["--base-url", "https://a.example/feed", "--content-type=text/xml; charset=utf-8"],
      input: "<rss><channel><link>/x</link></channel></rss>")
    #expect(outcome.status == 0)
    try #require(outcome.lines.count == 1)
    let parsed = try BusCoder.decode(ParsedFeed.self, from: Array(outcome.lines[0].utf8))
    #expect(parsed.feed.link == "https://a.example/x")
  }

  @Test(arguments: [["--no-such-option"], ["--base-url"], ["--content-type"]])
  func `unusable arguments end it with 2 and a reason`(arguments: [String]) throws {
    let outcome = try ParseCommandTests.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.lines.isEmpty)
    #expect(outcome.errors.contains("usage: feed-ingest parse"))
  }
}
