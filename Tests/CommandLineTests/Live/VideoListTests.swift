import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import CastwireCommand

/// `castwire videos` and `castwire photos`.
@Suite(.timeLimit(.minutes(5)))
struct VideoListTests {
  private static let channels = [channel("https://a.example/", "Ghost Towns"), channel("https://b.example/", "ערוץ")]

  private static func channel(_ url: String, _ name: String) -> Channel {
    var details = FeedDetails()
    details.title = name
    return Channel(id: Identity.feedID(url: url), feedURL: url, state: .active, details: details)
  }

  private static func video(_ number: Int, _ title: String, of channel: Channel, views: Int?, age: Double) -> Video {
    var item = FeedItem()
    item.title = title
    item.numberOfViews = views
    item.publicationDate = Date(timeIntervalSinceNow: -age)
    return Video(
      id: Identity.entityID(feedID: channel.id, identifier: "\(number)"), channelID: channel.id, item: item,
      channel: ChannelSummary(channel))
  }

  private static let day = 86_400.0

  private func formatter() async throws -> RunningFormatter {
    let formatter = try await RunningFormatter(locales: "en_US", "he")
    for channel in Self.channels { try formatter.publish(channel) }
    try formatter.publish(
      .added, Self.video(1, "Old 漢字", of: Self.channels[0], views: 1_604_684_607, age: 900 * Self.day))
    try formatter.publish(.added, Self.video(2, "סרט חדש", of: Self.channels[1], views: 1, age: 50 * Self.day))
    let watch = try ServiceProcess("castwire", arguments: ["videos", "--watch"], environment: formatter.environment)
    #expect(await watch.prints(2), "\(watch.lines)")
    return formatter
  }

  private func terminal(_ formatter: RunningFormatter, _ words: String, rows: Int) throws -> TerminalProcess {
    try TerminalProcess(
      "'\(try #require(BuildFolderPath.castwire))' \(words)", columns: 60, rows: rows,
      environment: formatter.environment)
  }

  @Test func `videos are drawn in the words of a locale, and keep up`() async throws {
    let formatter = try await formatter()
    let watch = try terminal(formatter, "videos --watch", rows: 7)
    let first = [
      "▌ \u{2067}סרט חדש\u{2069}", "▌ \u{2066}\u{2068}ערוץ\u{2069} • 1 view • 1 month ago\u{2069}", "",
      "▌ Old 漢字", "▌ Ghost Towns • 1,604,684,607 views • 2 years ago", "", "2 videos, Ctrl-C ends",
    ]
    let firstRows = await watch.rows(first)
    #expect(firstRows == first)

    // A view changes a cell in its place; an older video comes in below, one of another kind nowhere.
    try formatter.publish(
      .viewed, Self.video(1, "Old 漢字", of: Self.channels[0], views: 1_604_684_608, age: 900 * Self.day))
    try formatter.publish(.added, Self.video(3, "Between", of: Self.channels[0], views: 0, age: 400 * Self.day))
    let second = [
      "▌ \u{2067}סרט חדש\u{2069}", "▌ \u{2066}\u{2068}ערוץ\u{2069} • 1 view • 1 month ago\u{2069}", "",
      "▌ Between", "▌ Ghost Towns • 0 views • 1 year ago", "", "2 of 3 videos, Ctrl-C ends",
    ]
    let secondRows = await watch.rows(second)
    #expect(secondRows == second)
    #expect(watch.screen.overflows.isEmpty && watch.screen.strange.isEmpty)
  }

  @Test func `videos are those of a channel where one is named`() async throws {
    let formatter = try await formatter()
    let list = try terminal(formatter, "videos towns --locale de", rows: 4)
    let expected = ["▌ Old 漢字", "▌ Ghost Towns • 1.604.684.607 Aufrufe • vor 2 Jahren", "", ""]
    let rows = await list.rows(expected)
    #expect(rows == expected)

    let pipe = try ServiceProcess("castwire", arguments: ["videos", "towns"], environment: formatter.environment)
    #expect(await pipe.waitForExit() == .exited(0))
    #expect(
      pipe.lines == ["TITLE     INFO", "Old 漢字  Ghost Towns • 1,604,684,607 views • 2 years ago"])

    let nobody = try ServiceProcess("castwire", arguments: ["videos", "twons"], environment: formatter.environment)
    #expect(await nobody.waitForExit() == .exited(1))
    #expect(nobody.lines == ["castwire: there is no channel 'twons'; 'castwire channels' lists them"])
  }

  @Test func `photos say where their picture is`() async throws {
    let formatter = try await formatter()
    let url = "https://p.example/"
    var details = FeedDetails()
    details.title = "Light"
    try formatter.publish(
      PhotoStream(id: Identity.feedID(url: url), feedURL: url, state: .active, details: details))
    var item = FeedItem()
    item.title = "Lighthouse 👩‍👩‍👧"
    item.imageURL = "https://p.example/1.jpg"
    item.publicationDate = Date(timeIntervalSinceNow: -3_600)
    let id = Identity.feedID(url: url)
    try formatter.publish(Photo(id: Identity.entityID(feedID: id, identifier: "1"), streamID: id, item: item))

    let watch = try terminal(formatter, "photos --watch", rows: 4)
    let expected = [
      "▌ ◌ Lighthouse 👩‍👩‍👧 · Light", "▌ https://p.example/1.jpg", "", "1 photo, Ctrl-C ends",
    ]
    let rows = await watch.rows(expected)
    #expect(rows == expected)
    try formatter.publish("photo", "removed", Identity.entityID(feedID: id, identifier: "1"), feed: id, RemovedEvent())
    let empty = ["", "", "", "0 photos, Ctrl-C ends"]
    let emptyRows = await watch.rows(empty)
    #expect(emptyRows == empty)
  }
}
