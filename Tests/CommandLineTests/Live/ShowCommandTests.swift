import Castwire
import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire show`, `keep`, `channels` and `photostreams` against services that run.
@Suite(.timeLimit(.minutes(5)))
struct ShowCommandTests {
  /// A podcast that a test changes, and a feed with a video and a photo.
  private static func services(_ podcast: Monitor<[UInt8]>) async throws -> RunningServices {
    try await RunningServices { path in
      switch path {
      case "/one.xml": podcast.withLock { $0 }
      case "/media.xml": mixed
      default: nil
      }
    }
  }

  private static let mixed = Array(
    """
    <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Ghost Towns</title>
     <item><title>A town</title><guid isPermaLink="false">v</guid><pubDate>Thu, 02 Jan 2020 00:00:00 GMT</pubDate>
      <enclosure url="https://m.example/v.mp4" length="1" type="video/mp4"/></item>
     <item><title>Another town</title><guid isPermaLink="false">w</guid><pubDate>Fri, 03 Jan 2020 00:00:00 GMT</pubDate>
      <enclosure url="https://m.example/w.mp4" length="1" type="video/mp4"/></item>
     <item><title>A shell</title><guid isPermaLink="false">p</guid><pubDate>Wed, 01 Jan 2020 00:00:00 GMT</pubDate>
      <enclosure url="https://m.example/p.jpg" length="1" type="image/jpeg"/></item></channel></rss>
    """.utf8)

  private func feedID(_ path: String, _ services: RunningServices) -> String {
    Identity.feedID(url: services.server.url(path))
  }

  @Test func `an episode is shown with what was decided of it and what it was before`() async throws {
    let document = Monitor(Feeds.podcast(title: "First Cast", episodes: 3))
    let services = try await Self.services(document)
    let follow = try await services.run("follow", services.server.url("/one.xml"))
    try #require(follow.status == .exited(0), "\(follow)")
    let feed = feedID("/one.xml", services)
    let id = Identity.entityID(feedID: feed, identifier: "first-cast-2")

    let plain = try await services.run("show", id.uppercased())
    #expect(plain.status == .exited(0) && plain.errors.isEmpty, "\(plain)")
    let lines = plain.output.split(separator: "\n")
    #expect(lines.first == "Episode 2")
    #expect(lines.contains { $0.hasPrefix("podcast") && $0.hasSuffix("First Cast (\(feed))") })
    #expect(lines.contains { $0.hasPrefix("published") && $0.hasSuffix("2020-01-03 00:00:00") })
    #expect(lines.contains { $0.hasPrefix("length") && $0.hasSuffix("0:30:02") })
    #expect(lines.contains { $0.hasPrefix("revision") && $0.contains("1, of ") })
    #expect(!plain.output.contains("WHY") && !plain.output.contains("REVISIONS"))

    // Another title, and then another guid.
    document.withLock { $0 = Feeds.podcast(title: "First Cast", episodes: 3, titles: [2: "Better"]) }
    try await refresh(services, id, until: "Better")
    document.withLock {
      $0 = Array(String(decoding: $0, as: UTF8.self).replacing(">first-cast-2<", with: ">renamed<").utf8)
    }
    try await refresh(services, id, until: "renamed")
    let whole = try await services.run("show", id, "--why", "--revisions")
    let parts = whole.output.split(separator: "\n").map(String.init)
    let why = try #require(parts.firstIndex(of: "WHY"), "\(whole)")
    #expect(parts[why + 1].hasSuffix("seen first"))
    #expect(
      parts[why + 2].hasSuffix("known again by its link (its id was first-cast-2), by the feed's document 3"),
      "\(parts[why + 2])")
    let revisions = try #require(parts.firstIndex(of: "REVISIONS"))
    #expect(parts[revisions + 1].hasSuffix("  revision 3, updated: identifier"))
    #expect(parts[revisions + 2] == "  identifier  renamed")
    #expect(parts[revisions + 3].hasSuffix("  revision 2, updated: title"))
    #expect(parts[revisions + 4] == "  title  Better")
    #expect(parts[revisions + 5].hasSuffix("  revision 1, added"))

    let json = try await services.run("show", id, "--why", "--revisions", "--json")
    let objects = try json.output.split(separator: "\n").map { try AnyJSON($0.utf8) }
    #expect(objects.count == 5)
    #expect(objects.first?["entity"]?["title"] == .text("Better"))
    #expect(objects.compactMap { $0["revision"] } == [3, 3, 2, 1].map { .integer($0) })
  }

  /// Polls until the entity shows a word.
  private func refresh(_ services: RunningServices, _ id: String, until word: String) async throws {
    let refresh = try await services.run("refresh")
    try #require(refresh.status == .exited(0), "\(refresh)")
    let end = ContinuousClock.now + .seconds(60)
    while try await !services.run("show", id).output.contains(word) { try #require(ContinuousClock.now < end) }
  }

  @Test func `a feed with several kinds of items is shown as each, and so are its items`() async throws {
    let services = try await Self.services(Monitor([]))
    let follow = try await services.run("follow", services.server.url("/media.xml"))
    try #require(follow.status == .exited(0), "\(follow)")
    let feed = feedID("/media.xml", services)
    let end = ContinuousClock.now + .seconds(60)
    while try await services.run("photostreams").output.isEmpty, ContinuousClock.now < end {}

    for (command, heading) in [("channels", "NAME"), ("photostreams", "TITLE")] {
      let list = try await services.run(command)
      let lines = list.output.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].hasPrefix(heading) && lines[1].hasPrefix("Ghost Towns"), "\(list)")
      let json = try await services.run(command, "--json")
      #expect(json.output.contains(feed), "\(json)")
    }
    let shown = try await services.run("show", feed)
    let lines = shown.output.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("kind") && $0.hasSuffix("channel") }, "\(shown)")
    #expect(lines.contains { $0.hasPrefix("kind") && $0.hasSuffix("photo stream") })
    #expect(lines.contains { $0.hasPrefix("videos") && $0.hasSuffix(" 2") })
    #expect(lines.contains { $0.hasPrefix("photos") && $0.hasSuffix(" 1") })
    #expect(lines.count { $0.hasPrefix("kept") && $0.hasSuffix("all of it, for ever") } == 2)
    let photo = try await services.run("show", Identity.entityID(feedID: feed, identifier: "p"))
    #expect(photo.output.hasPrefix("A shell\n") && photo.output.contains("https://m.example/p.jpg"), "\(photo)")

    let keep = try await services.run("keep", "ghost towns", "--newest", "1")
    #expect(keep.output == "Ghost Towns: the newest 1 of each kind is kept; 1 removed\n", "\(keep)")
    let kept = try await services.run("keep", feed)
    #expect(kept.output == "Ghost Towns: the newest 1 of each kind is kept\n", "\(kept)")
    #expect(try await services.run("show", Identity.entityID(feedID: feed, identifier: "v")).status == .exited(1))
    let all = try await services.run("keep", services.server.url("/media.xml"), "--all")
    #expect(all.output == "Ghost Towns: all of it, for ever is kept; nothing removed\n", "\(all)")
  }

  @Test func `what cannot be shown or kept is said`() async throws {
    let services = try await Self.services(Monitor([]))
    for (words, status, part) in [
      (["show"], 2, "say which id"), (["show", "x"], 1, "there is nothing with the id x in the catalog"),
      (["show", "x", "--why"], 1, "there is no episode, video or photo x"), (["keep"], 2, "say which podcast"),
      (["keep", "x", "--all", "--days", "3"], 2, "--all keeps everything"),
      (["keep", "x", "--newest", "0"], 2, "--newest"), (["keep", "x"], 1, "there is no podcast 'x'"),
    ] as [([String], Int32, String)] {
      let process = try ServiceProcess("castwire", arguments: words, environment: services.environment)
      #expect(await process.waitForExit() == .exited(status), "\(words)")
      #expect(process.lines.contains { $0.contains(part) }, "\(process.lines)")
    }
  }
}
