import Castwire
import CastwireBus
import Foundation
import Glibc
import TestSupport
import Testing

/// The list of feeds is the one thing that cannot be fetched again: a backup brings it back whole, and an OPML file all of it
/// that may be shown to others.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FeedListTests {
  private struct Page: Decodable {
    let items: [FeedReport]
    let next: String?
  }

  private static let user = "casey"
  private static let password = "s3cr:t/ü"

  /// One feed that is well, one behind a password, one that has moved, one that is gone, and one that nobody wants any more.
  private final class Site: Sendable {
    let server: FeedServer
    let privateEpisodes = Monitor(2)

    init() throws {
      let login = Data("\(FeedListTests.user):\(FeedListTests.password)".utf8).base64EncodedString()
      let privateEpisodes = privateEpisodes
      server = try FeedServer { request in
        switch request.path {
        case "/private":
          request.header("Authorization") == "Basic \(login)"
            ? .ok(Feeds.podcast(title: "For \"members\" & <friends>", episodes: privateEpisodes.withLock { $0 }))
            : .status(401)
        case "/old": .redirect(301, to: "/new")
        case "/gone": .status(410)
        default: .ok(Feeds.podcast(title: "Cast of \(request.path)", episodes: 3))
        }
      }
    }

    /// The address of the private feed as somebody enters it.
    var login: String {
      let password = FeedListTests.password.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      return server.url("/private").replacing("://", with: "://\(FeedListTests.user):\(password)@")
    }
  }

  private func run(_ program: String, _ words: String..., status: Int32 = 0) async throws -> ServiceProcess {
    let process = try ServiceProcess(program, arguments: words)
    #expect(await process.waitForExit() == .exited(status), "\(words): \(process.lines)")
    return process
  }

  private func list(_ castwire: Installation) throws -> [FeedReport] {
    let page = try castwire.ask(.feedIngest, "feeds.list", ["limit": 500], as: Page.self)
    #expect(page.next == nil)
    return page.items
  }

  private func get(_ castwire: Installation, _ name: String) throws -> FeedReport {
    try castwire.ask(.feedIngest, "feeds.get", ["feed": name], as: FeedReport.self)
  }

  private func command(_ castwire: Installation) -> String { "127.0.0.1:\(castwire.port(.feedIngest))" }

  /// Follows all of the site's feeds and waits for what comes of them.
  private func follow(_ site: Site, _ castwire: Installation) async throws {
    let log = try castwire.listen(to: .feedIngest)
    for path in ["/plain", "/old", "/gone", "/left"] { _ = try castwire.follow(site.server.url(path)) }
    _ = try castwire.follow(site.login)
    #expect(
      await log.hears { events in
        let verbs = events.compactMap(\.familyAndVerb).filter { $0.family == "feed" }.map { String($0.verb) }
        return verbs.count { $0 == "updated" } == 4 && verbs.contains("moved") && verbs.contains("gone")
      })
    _ = try castwire.ask(.feedIngest, "feeds.unfollow", ["feed": site.server.url("/left")], as: Feed.self)
  }

  @Test func `a backup brings the list of feeds back whole, passwords too`() async throws {
    let site = try Site()
    let castwire = try Installation(options: [.feedIngest: ["--move-polls", "1", "--move-time", "0"]])
    try castwire.start(.feedIngest)
    try await follow(site, castwire)
    let before = try list(castwire)
    #expect(
      Dictionary(uniqueKeysWithValues: before.map { ($0.feed.url, $0.feed.state) }) == [
        site.server.url("/plain"): .active, site.server.url("/private"): .active, site.server.url("/new"): .active,
        site.server.url("/gone"): .gone,
      ])
    let left = try get(castwire, site.server.url("/left"))
    let log = try castwire.status(.feedIngest).log

    let safe = try TemporaryDirectory()
    let file = safe.path(of: "feeds.backup")
    _ = try await run("feed-ingest", "backup", file, "--data", castwire.folder.path)
    #expect(try Data(contentsOf: URL(filePath: file)).firstRange(of: Data("casey:".utf8)) != nil)
    try expectPrivate(safe)
    try expectPrivate(castwire.folder)
    try await castwire.end(.feedIngest)
    for name in try FileManager.default.contentsOfDirectory(atPath: castwire.folder.path) {
      try FileManager.default.removeItem(atPath: castwire.folder.path(of: name))
    }

    // As a copy through a mail or a share may leave it.
    #expect(chmod(file, 0o644) == 0)
    _ = try await run("feed-ingest", "restore", file, "--data", castwire.folder.path)
    try castwire.start(.feedIngest)
    #expect(try list(castwire) == before)
    #expect(try get(castwire, site.server.url("/left")) == left)
    #expect(try castwire.status(.feedIngest).log != log)
    try expectPrivate(castwire.folder)

    let id = Identity.feedID(url: site.server.url("/private"))
    let events = try castwire.listen(to: .feedIngest, from: .head)
    #expect(await events.isLive())
    site.privateEpisodes.withLock { $0 = 3 }
    _ = try castwire.ask(.feedIngest, "feeds.refresh", ["feed": id], as: [String: Int].self)
    #expect(await events.hears(1, of: "castwire.feed.updated.v1"))
    let news = events.events.filter { $0.partitionKey == id }.compactMap(\.familyAndVerb).map {
      "\($0.family).\($0.verb)"
    }
    #expect(news == ["item.seen", "feed.updated"])
    #expect(try get(castwire, id).document == 2)
  }

  @Test func `an OPML file brings the list to another installation, without passwords`() async throws {
    let site = try Site()
    let castwire = try Installation(options: [.feedIngest: ["--move-polls", "1", "--move-time", "0"]])
    try castwire.start(.feedIngest)
    try await follow(site, castwire)
    let opml = try await run("castwire", "export", "--feed-ingest", command(castwire)).output
    let text = String(decoding: opml, as: UTF8.self)
    for secret in ["casey", "s3cr", "Basic"] { #expect(!text.contains(secret)) }

    let other = try Installation()
    try other.start(.feedIngest)
    // Commands wait for nobody: this does.
    #expect(try list(other).isEmpty)
    let file = try other.folder.write(opml, to: "feeds.opml")
    let imported = try await run(
      "castwire", "import", file, "--wait", "60", "--feed-ingest", command(other), "--catalog", "127.0.0.1:1",
      status: 1)
    #expect(imported.lines.contains("4 feeds followed, 0 known already"), "\(imported.lines)")
    for line in ["read     Cast of /plain: 3 items", "read     Cast of /new: 3 items"] {
      #expect(imported.lines.contains(line), "\(imported.lines)")
    }
    #expect(imported.lines.count { $0.hasPrefix("failed") } == 2, "\(imported.lines)")

    let (mine, theirs) = (try list(castwire), try list(other))
    #expect(Set(mine.map(\.feed.url)) == Set(theirs.map(\.feed.url)))
    // A feed keeps its id when it moves; whoever meets it at the new address first cannot know the old one.
    let moved = site.server.url("/new")
    #expect(
      Set(mine.map(\.feed.id).filter { $0 != Identity.feedID(url: site.server.url("/old")) })
        == Set(theirs.map(\.feed.id).filter { $0 != Identity.feedID(url: moved) }))
    #expect(theirs.first { $0.feed.url == moved }?.feed.id == Identity.feedID(url: moved))
    let locked = try #require(theirs.first { $0.feed.url == site.server.url("/private") })
    #expect(locked.feed.state == .failing && locked.reason?.contains("401") == true)

    // What was said once may be said again.
    let again = try await run("castwire", "import", file, "--feed-ingest", command(other))
    #expect(again.lines == ["0 feeds followed, 4 known already"])
  }

  @Test func `a long list that is followed at the start is gone on with after an end in the middle`() async throws {
    let folder = try TemporaryDirectory()
    let count = 5_000
    // Addresses that are refused at once, so that nobody is asked.
    let outlines = (1...count).map { "<outline text=\"\($0)\" xmlUrl=\"http://192.0.2.1:1/\($0)\"/>" }.joined(
      separator: "\n")
    let list = try folder.write(Array("<opml><body>\n\(outlines)\n<outline/></body></opml>".utf8), to: "feeds.opml")
    let castwire = try Installation(options: [.feedIngest: ["--feeds", list]], folder: folder)
    try castwire.start(.feedIngest)
    #expect(await castwire.processes[.feedIngest]?.line { $0.contains("is followed") } != nil)
    try await castwire.end(.feedIngest)

    try castwire.start(.feedIngest)
    let process = try #require(castwire.processes[.feedIngest])
    let line = try #require(await process.line { $0.contains("feeds are imported") })
    let counts = try #require(try /followed=([0-9]+) known=([0-9]+)/.firstMatch(in: line), "\(line)")
    let (followed, known) = (try #require(Int(counts.1)), try #require(Int(counts.2)))
    #expect(followed + known == count && known >= 500)
    #expect(process.lines.contains { $0.contains("line \(count + 2): the outline without a name has no xmlUrl") })
    let opml = try await run("castwire", "export", "--feed-ingest", command(castwire)).output
    #expect(String(decoding: opml, as: UTF8.self).split(separator: "<outline ").count == count + 1)
  }

  @Test func `a list for the start that is none is told of, and the service does not run`() async throws {
    let folder = try TemporaryDirectory()
    let list = try folder.write(Array("just words".utf8), to: "feeds.opml")
    let process = try await run("feed-ingest", "run", "--data", folder.path, "--feeds", list, status: 2)
    #expect(process.lines == ["feed-ingest: --feeds: \(list) is no OPML: it is plain text"])
  }

  private func expectPrivate(_ folder: TemporaryDirectory) throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name): \(String(mode, radix: 8))")
    }
  }
}
