import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// The commands against services that run.
@Suite(.timeLimit(.minutes(5)))
struct CommandTests {
  private static func documents(_ path: String) -> [UInt8]? {
    switch path {
    case "/one.xml": Feeds.podcast(title: "First Cast", episodes: 30)
    case "/page.html": Array("<html><link rel=alternate type=application/rss+xml href=/one.xml></html>".utf8)
    case "/two.xml": Feeds.podcast(title: "Second \u{9B}31mCast \u{1B}[2J", episodes: 2)
    default: nil
    }
  }

  @Test func `following waits for the feed and says what came of it`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    let (one, missing) = (services.server.url("/one.xml"), services.server.url("/missing.xml"))

    let first = try await services.run("follow", one)
    #expect(first.status == .exited(0))
    #expect(first.output.contains("First Cast: 30 items, 30 new episodes in the catalog"))

    let again = try await services.run("follow", one)
    #expect(again.status == .exited(0))
    #expect(again.output.contains("already followed, 30 items"))

    let failing = try await services.run("follow", missing, "gopher://x.example/")
    #expect(failing.status == .exited(1))
    #expect(failing.output.contains("404"))
    #expect(failing.output.contains("only http, https and file URLs"))

    let feeds = try await services.run("feeds")
    #expect(feeds.output.contains("First Cast"))
    #expect(feeds.output.split(separator: "\n").contains { $0.contains("failing") && $0.contains("404") })

    let unfollow = try await services.run("unfollow", one)
    #expect(unfollow.status == .exited(0))
    #expect(try await services.run("feeds", "--json").output.contains("one.xml") == false)
    let back = try await services.run("follow", one)
    #expect(back.status == .exited(0))
    #expect(back.output.contains("read     First Cast: 30 items\n"))
  }

  @Test func `following a web page follows its feed, once`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    let page = try await services.run("follow", services.server.url("/page.html"))
    #expect(page.status == .exited(0), "\(page)")
    #expect(page.output.contains("First Cast: 30 items, 30 new episodes in the catalog"))
    let feed = try await services.run("follow", services.server.url("/one.xml"))
    #expect(feed.status == .exited(0) && feed.output.contains("already followed"), "\(feed)")

    let others = try await RunningServices(documents: Self.documents)
    _ = try await others.run("follow", others.server.url("/one.xml"))
    let second = try await others.run("follow", others.server.url("/page.html"))
    #expect(second.status == .exited(0), "\(second)")
    #expect(second.output.contains("the same as \(others.server.url("/one.xml")), which is followed already"))
  }

  @Test func `following a feed with more episodes than a queue holds counts every one`() async throws {
    let services = try await RunningServices { _ in Feeds.podcast(title: "Large", episodes: 4_500) }
    let follow = try await services.run("follow", services.server.url())
    #expect(follow.status == .exited(0), "\(follow)")
    #expect(follow.output.contains("4500 items, 4500 new episodes in the catalog"), "\(follow.output)")
  }

  @Test func `a catalog that stands still costs the number of new episodes, not the outcome`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    let catalog = try services.process(of: .catalog)
    kill(catalog, SIGSTOP)
    let follow = try await services.run("follow", services.server.url("/one.xml"))
    kill(catalog, SIGCONT)
    #expect(follow.status == .exited(0), "\(follow)")
    #expect(follow.output.contains("read     First Cast: 30 items\n"), "\(follow)")
  }

  @Test func `a service that is too busy to answer for a while is waited for`() async throws {
    let gate = Gate()
    let services = try await RunningServices { path in
      gate.pass()
      return Self.documents(path)
    }
    let follow = try ServiceProcess(
      "castwire", arguments: ["follow", services.server.url("/one.xml")], environment: services.environment)
    #expect(await follow.line { $0.contains("its first poll is under way") } != nil)
    let ingest = try services.process(of: .feedIngest)
    kill(ingest, SIGSTOP)
    // Longer than a single answer is waited for.
    #expect(await follow.waitForExit(within: .seconds(6)) == nil, "\(follow.lines)")
    kill(ingest, SIGCONT)
    gate.open()
    #expect(await follow.waitForExit() == .exited(0), "\(follow.lines)")
    #expect(follow.lines.contains { $0.contains("First Cast: 30 items, 30 new episodes") }, "\(follow.lines)")
  }

  @Test func `what the services keep is for their user alone`() async throws {
    let services = try await RunningServices()
    for name in try FileManager.default.contentsOfDirectory(atPath: services.data.path) {
      let attributes = try FileManager.default.attributesOfItem(atPath: services.data.path(of: name))
      let mode = try #require(attributes[.posixPermissions] as? Int)
      #expect(mode & 0o077 == 0, "\(name): \(String(mode, radix: 8))")
    }
  }

  @Test func `episodes are the formatter's cells, in any locale, of any podcast`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    _ = try await services.run("follow", services.server.url("/one.xml"), services.server.url("/two.xml"))

    let all = try await services.run("episodes", "--limit", "31")
    #expect(all.output.split(separator: "\n").count == 32)
    #expect(all.errors.contains("--limit"))
    #expect(all.output.contains("30 min, 30 sec • 1/31/20"))

    let second = try await services.run("episodes", "second", "--locale", "de-DE")
    #expect(second.output.contains("30 Min., 2 Sek. • 03.01.20"))
    #expect(second.output.split(separator: "\n").count == 3)
    #expect(second.errors.isEmpty)

    let json = try await services.run("episodes", "first cast", "--json", "--limit", "5")
    let lines = json.output.split(separator: "\n")
    #expect(lines.count == 5)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(object?["locale"] as? String == "en_US")
    }

    let podcasts = try await services.run("podcasts")
    #expect(podcasts.output.contains("Second "))
    #expect(podcasts.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })

    let wrong = try await services.run("episodes", "cast")
    #expect(wrong.status == .exited(1))
    #expect(wrong.errors.contains("First Cast"))
  }

  @Test func `tail prints what was and what comes, and ends with its reader`() async throws {
    let services = try await RunningServices(documents: Self.documents)
    _ = try await services.run("follow", services.server.url("/one.xml"))

    let live = try ServiceProcess(
      "castwire", arguments: ["tail", "--from-start", "--service", "catalog", "--json", "podcast"],
      environment: services.environment)
    #expect(await live.line { $0.contains("First Cast") } != nil)
    _ = try await services.run("follow", services.server.url("/two.xml"))
    let event = await live.line { $0.contains("\"title\":\"Second ") }
    #expect(event?.contains("\"type\":\"castwire.podcast.added.v1\"") == true)
    live.kill(SIGINT)
    #expect(await live.waitForExit() == .exited(0))
    #expect(live.lines.allSatisfy { $0.contains("castwire.podcast.") })

    let castwire = try #require(BuildFolderPath.castwire)
    let head = try ServiceProcess(
      "/bin/bash", arguments: ["-c", "set -o pipefail; '\(castwire)' tail --from-start | head -n 1"],
      environment: services.environment)
    #expect(await head.waitForExit() == .exited(0))
    #expect(head.lines.count == 1)
  }

  @Test func `status shows what answers and fails where one does not`() async throws {
    let services = try await RunningServices()
    let all = try await services.status("--json")
    #expect(all.status == .exited(0))
    #expect(all.output.split(separator: "\n").count == 3)
    let missing = try RunningServices.freePort()
    let one = try await services.run("status", "--catalog", "127.0.0.1:\(missing)")
    #expect(one.status == .exited(1))
    #expect(one.output.contains("does not run at 127.0.0.1:\(missing)"))
    let other = try await services.run("status", "--catalog", "127.0.0.1:\(services.port)")
    #expect(other.status == .exited(1))
    #expect(other.output.contains("is feed-ingest"))
  }

  @Test(arguments: [
    ["feeds"], ["podcasts"], ["episodes"], ["export"], ["refresh"], ["tail"], ["follow", "http://x.example/"],
  ])
  func `where nothing runs one line says what to do`(words: [String]) async throws {
    let port = try RunningServices.freePort()
    let process = try ServiceProcess(
      "castwire", arguments: words,
      environment: [
        "CASTWIRE_FEED_INGEST": "127.0.0.1:\(port)", "CASTWIRE_CATALOG": "127.0.0.1:\(port + 10)",
        "CASTWIRE_FORMATTER": "127.0.0.1:\(port + 20)",
      ])
    #expect(await process.waitForExit() == .exited(1))
    #expect(process.lines.count == 1)
    #expect(process.lines.first?.contains("castwire up") == true)
  }

  @Test(arguments: [
    ["nonsense"], ["feeds", "--nope"], ["follow"], ["feeds", "--limit", "0"], ["tail", "--service", "x"],
  ])
  func `unusable words are refused with status 2`(words: [String]) async throws {
    let process = try ServiceProcess("castwire", arguments: words)
    #expect(await process.waitForExit() == .exited(2))
    #expect(process.lines.count == 1)
    #expect(process.output.isEmpty)
  }

  @Test func `output that cannot be written is a failure`() async throws {
    let castwire = try #require(BuildFolderPath.castwire)
    for redirection in [">/dev/full", ">&-"] {
      let process = try ServiceProcess("/bin/sh", arguments: ["-c", "'\(castwire)' --help \(redirection)"])
      #expect(await process.waitForExit() == .exited(1))
      #expect(process.lines.first?.hasPrefix("castwire: cannot write: ") == true)
    }
  }

  @Test func `every command has help`() async throws {
    for command in CommandProgram.commands {
      let process = try ServiceProcess("castwire", arguments: [command.name, "--help"])
      #expect(await process.waitForExit() == .exited(0))
      #expect(process.lines.first?.hasPrefix("usage: castwire \(command.name)") == true)
    }
  }

  @Test(arguments: [
    (["follow"], "castwire: say which feed: castwire follow URL...\n"),
    (["unfollow"], "castwire: say which feed: castwire unfollow URL|ID\n"),
    (
      ["tail", "episodes.*.added"],
      "castwire: no service has events of the family 'episodes'; there are feed, item, podcast, episode, channel, video, "
        + "photostream, photo, cell.LOCALE\n"
    ),
  ])
  func `what is missing or nowhere is told with what there is`(words: [String], answer: String) async throws {
    let process = try ServiceProcess("castwire", arguments: words)
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(2))
    #expect(String(decoding: process.errors, as: UTF8.self) == answer)
  }

  @Test func `the help of a command is a sentence`() async throws {
    let process = try ServiceProcess("castwire", arguments: ["feeds", "--help"])
    #expect(await process.waitForExit(within: .seconds(60)) == .exited(0))
    #expect(process.lines.contains("List the followed feeds and how their polls go."), "\(process.lines)")
  }

  @Test func `what cannot be imported or followed is told with why`() async throws {
    let services = try await RunningServices()
    let none = try await services.run("import", "none.opml")
    #expect(none.status == .exited(1))
    #expect(none.errors.contains("none.opml cannot be read: there is no such file"), "\(none)")
    let junk = try services.data.write(Array("just words".utf8), to: "junk.opml")
    let text = try await services.run("import", junk)
    #expect(text.status == .exited(1))
    #expect(text.errors.contains("junk.opml is no OPML: it is plain text"), "\(text)")
    let list = #"<opml version="2.0"><body><outline text="Own" type="rss" xmlUrl="file:///own.xml"/></body></opml>"#
    let file = try await services.run("import", "-", input: Array(list.utf8))
    #expect(file.status == .exited(1))
    #expect(file.errors.contains("“Own” has a file: address, which an OPML file may not bring"), "\(file)")
    let bare = try await services.run("follow", "example.org/feed.xml")
    #expect(bare.output.contains("write it whole, beginning with https:// or http://"), "\(bare)")
    let unknown = try await services.run("unfollow", "https://example.org/feed.xml")
    #expect(unknown.errors.contains("is followed; 'castwire feeds' lists them"), "\(unknown)")
    // Each command has looked at ports before it asked.
    #expect(!services.up.lines.contains { $0.contains("hangs up") }, "\(services.up.lines)")
  }
}

/// Where the programs of the package lie: beside the running test bundle.
enum BuildFolderPath {
  static var castwire: String? {
    guard let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") else { return nil }
    return URL(fileURLWithPath: own).deletingLastPathComponent().appendingPathComponent("castwire").path
  }
}
