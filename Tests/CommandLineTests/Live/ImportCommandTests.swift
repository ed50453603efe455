import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire import` and `export` against services that run.
@Suite(.timeLimit(.minutes(5)))
struct ImportCommandTests {
  private static func opml(_ urls: [String]) -> [UInt8] {
    let outlines = urls.map { "<outline type=\"rss\" text=\"\($0)\" xmlUrl=\"\($0)\"/>\n" }.joined()
    return Array("<opml version=\"2.0\"><body>\n\(outlines)</body></opml>".utf8)
  }

  /// Addresses that are refused at once, so that nobody is asked.
  private static func unreachable(_ count: Int) -> [String] {
    (1...count).map { "http://192.0.2.1:1/feed\($0)" }
  }

  @Test func `a long list is imported in parts, and the terminal shows how far it is`() async throws {
    let services = try await RunningServices()
    let urls = Self.unreachable(3_000)
    let file = try services.data.write(Self.opml(urls), to: "long.opml")
    let castwire = try BuildFolder.path(of: "castwire")
    let terminal = try TerminalProcess(
      "\(castwire) import \(file)", columns: 80, rows: 24, environment: services.environment)
    let progress = await terminal.screen { $0.text.contains { $0.contains(" of 3,000 read, ") } }
    let line = try #require(progress.text.first { $0.contains(" of 3,000 read, ") }, "\(progress.text)")
    let words = try #require(try /^([0-9,]+) of 3,000 read, ([0-9,]+) followed$/.wholeMatch(in: line), "\(line)")
    #expect(words.1 == words.2 && words.1.hasSuffix("00"))
    let end = await terminal.screen { $0.text.contains { $0.contains("known already") } }
    #expect(end.text.filter { !$0.isEmpty } == ["3000 feeds followed, 0 known already"])
    #expect(await terminal.end())

    let again = try await services.run("import", "-", input: Self.opml(urls + ["http://192.0.2.1:1/new"]))
    #expect(again.status == .exited(0) && again.errors.isEmpty, "\(again)")
    #expect(again.output == "1 feed followed, 3000 known already\n")
  }

  @Test func `an import that is interrupted says how far it came and can be made again`() async throws {
    let services = try await RunningServices()
    // More than can be handed over until the key is pressed.
    let urls = Self.unreachable(10_000)
    let file = try services.data.write(Self.opml(urls), to: "long.opml")
    let castwire = try BuildFolder.path(of: "castwire")
    let terminal = try TerminalProcess(
      "\(castwire) import \(file); echo status $?", columns: 80, rows: 24, environment: services.environment)
    _ = await terminal.screen { $0.text.contains { $0.contains(" of 10,000 read, ") } }
    terminal.press("\u{3}")
    let end = await terminal.screen { $0.text.contains { $0.contains("status ") } }
    #expect(end.text.contains { $0.hasSuffix("followed; import the list again to go on") }, "\(end.text)")
    #expect(end.text.contains("status 130"), "\(end.text)")
    let again = try await services.run("import", file)
    let counts = try #require(
      try /^([0-9]+) feeds followed, ([0-9]+) known already\n$/.wholeMatch(in: again.output), "\(again)")
    let (followed, known) = (try #require(Int(counts.1)), try #require(Int(counts.2)))
    #expect(followed + known == 10_000 && known > 0 && known % 100 == 0)
  }

  @Test func `what of a list cannot be followed is named, with its line where the list is wrong`() async throws {
    let services = try await RunningServices()
    let list = """
      <opml version="2.0"><body>
      <outline text="Good" type="rss" xmlUrl="http://192.0.2.1:1/good"/>
      <outline text="R&D" type="rss"/>
      <outline text="Old" type="rss" xmlUrl="gopher://x.example/"/>
      """
    let result = try await services.run(
      "import", "-", input: [0xFF, 0xFE] + Array(try #require(list.data(using: .utf16LittleEndian))))
    #expect(result.status == .exited(1))
    #expect(result.output == "1 feed followed, 0 known already\n")
    #expect(
      result.errors.split(separator: "\n") == [
        "not followed: line 3: the outline “R&D” has no xmlUrl: it was passed over",
        "not followed: line 4: the list was cut off before its end",
        "not followed: Old: gopher://x.example/: only http, https and file URLs can be followed",
      ])
  }

  @Test func `an address too long for a request is named, and stops nothing`() async throws {
    let services = try await RunningServices()
    let long = "http://192.0.2.1:1/" + String(repeating: "x", count: 4_100_000)
    let result = try await services.run("import", "-", input: Self.opml([long, "http://192.0.2.1:1/good"]))
    #expect(result.status == .exited(1))
    #expect(result.output == "1 feed followed, 0 known already\n")
    #expect(result.errors.hasPrefix("not followed: "), "\(result.errors.prefix(500))")
  }

  @Test func `with a wait each new feed of a long list is told of`() async throws {
    let services = try await RunningServices(environment: ["CASTWIRE_TRANSFERS_PER_HOST": "32"]) { path in
      path.hasSuffix("7") ? nil : Feeds.podcast(title: "Cast \(path.dropFirst())", episodes: 2)
    }
    let urls = (1...250).map { services.server.url("/\($0)") }
    // One is followed, and one was: its server has nothing new, of which no event tells.
    _ = try await services.run("follow", urls[0], urls[1])
    _ = try await services.run("unfollow", urls[1])
    let done = try await services.run("import", "-", "--wait", "60", input: Self.opml(urls))
    #expect(done.status == .exited(1))
    let lines = done.output.split(separator: "\n")
    #expect(lines.contains("249 feeds followed, 1 known already"))
    let read = lines.filter { $0.hasPrefix("read ") }
    #expect(read.count == 224 && Set(read).count == 224)
    #expect(read.contains("read     Cast 2: 2 items"), "\(read)")
    #expect(read.count { $0.hasSuffix(": 2 items, 2 new episodes in the catalog") } == 223, "\(read)")
    #expect(lines.count { $0.hasPrefix("failed ") && $0.contains("404") } == 25)
    #expect(lines.count == 250)
  }
}
