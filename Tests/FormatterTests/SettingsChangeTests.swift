import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Formatter

/// Starts with other locales, another time zone, other rules, and on tables that are gone.
@Suite(.timeLimit(.minutes(5)))
struct SettingsChangeTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  @Test func `a start with the same settings makes nothing anew`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    try bench.apply(.added, episode(1))
    #expect(try bench.restart(locales: ["en_US", "de_DE"]).isEmpty)
    #expect(try bench.restart(locales: ["de_DE", "en_US"]).isEmpty)
  }

  @Test func `a locale that is added gets all cells, the others none`() throws {
    let bench = try FormatterBench()
    // More than are made in one transaction.
    try bench.add((0..<1_100).map { episode($0, title: "Title \($0)") }, initial: { $0 < 5 })
    let events = try bench.restart(locales: ["en_US", "ja_JP"])
    #expect(events.count == 1_100)
    #expect(Set(events.map(\.subject)).count == 1_100)
    #expect(try events.allSatisfy { try $0.cell.locale == "ja_JP" && $0.cell.reason == .rebuilt })
    #expect(try events.filter { try $0.cell.initial }.count == 5)
    #expect(try bench.restart(locales: ["en_US", "ja_JP"]).isEmpty)
  }

  @Test func `cells in an added locale are those that the catalog's words make, not those of other cells`() throws {
    let bench = try FormatterBench()
    let long = String(repeating: "Notes. ", count: 400)
    var episodes = [
      episode(1, title: nil, description: " \u{200B}", duration: 0.4),
      episode(2, title: "<untitled>", description: long),
      episode(3, title: "T", description: nil, duration: nil), episode(4, title: "T", description: "D"),
    ]
    for episode in episodes { try bench.apply(.added, episode) }
    // What changes beside the description leaves it where it is.
    episodes[1].duration = 60
    episodes[3].description = "E"
    for episode in episodes { try bench.apply(.updated, episode) }
    try bench.compact()
    let shown = video(1, views: 5, uploaded: Self.start - 86_400)
    try bench.apply(.added, shown)
    let events = try bench.restart(locales: ["pl_PL"])
    let context = FormattingContext(locale: try LocaleName("pl_PL").locale, timeZone: .gmt, now: bench.now)
    let made = events.filter { $0.type == "castwire.cell.updated.v1" }
    #expect(
      try made.prefix(4).map { try $0.cell.cell }
        == episodes.map { EpisodeCellViewModel(episode: $0, context: context) })
    #expect(try made.last?.videoCell.cell == VideoCellViewModel(video: shown, context: context))
    #expect(made.count == 5)
    // And once the cells that held the texts are gone.
    try bench.compact()
    #expect(try bench.findings() == [])
    let again = try bench.restart(locales: ["ar"]).filter { $0.type == "castwire.cell.updated.v1" }
    #expect(try again[1].cell.cell.description == long)
    #expect(try again[0].cell.cell.description == nil)
  }

  @Test func `a locale that is dropped has its cells taken back, a step at a time`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    try bench.add((0..<600).map { episode($0) })
    try bench.reopen(locales: ["en_US"])
    let first = try #require(try bench.step())
    #expect(first.count == 500)
    let rest = try bench.restart()
    let removed = first + rest
    #expect(removed.count == 600 && Set(removed.map(\.subject)).count == 600)
    #expect(removed.allSatisfy { $0.type == "castwire.cell.removed.v1" })
    #expect(try removed.allSatisfy { try $0.decode(CellRemovedEvent.self).locale == "de_DE" })
    #expect(try bench.counters["cells.de_DE.episode"] == nil)
    #expect(try bench.counters["cells.en_US.episode"] == 600)
    #expect(try bench.findings() == [])
  }

  @Test func `a locale that comes back before all its cells are taken back gets those that are missing`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    try bench.add((0..<600).map { episode($0) })
    try bench.reopen(locales: ["en_US"])
    #expect(try bench.step()?.count == 500)
    // Meanwhile one of the hundred changes.
    try bench.apply(.updated, episode(599, title: "Other"))
    let events = try bench.restart(locales: ["en_US", "de_DE"])
    #expect(events.count == 501)
    #expect(try events.allSatisfy { try $0.cell.locale == "de_DE" && $0.cell.reason == .rebuilt })
    #expect(try bench.list(#","locale":"de_DE""#, limit: 500).count == 600)
  }

  @Test func `a locale that comes back shows what changed meanwhile`() throws {
    let bench = try FormatterBench(locales: ["de_DE", "en_US"])
    try bench.apply(.added, episode(1, title: "Old"))
    #expect(try bench.restart(locales: ["en_US"]).map(\.type) == ["castwire.cell.removed.v1"])
    try bench.apply(.updated, episode(1, title: "New"))
    try bench.apply(.added, episode(2, title: "Second"))
    // Meanwhile it is made when asked for.
    #expect(try titles(bench.list(#","locale":"de_DE""#)) == ["Second", "New"])
    let events = try bench.restart(locales: ["de_DE", "en_US"])
    #expect(Set(try events.map { try $0.cell.cell.title }) == ["New", "Second"])
    #expect(try events.allSatisfy { try $0.cell.locale == "de_DE" })
    #expect(try titles(bench.list(#","locale":"de_DE""#)) == ["Second", "New"])
  }

  @Test func `a text that comes back while its locale is left is not lost to the newer one that stands elsewhere`()
    throws
  {
    let bench = try FormatterBench(locales: ["de_DE", "en_US"])
    try bench.apply(.added, episode(1, description: "First"))
    try bench.reopen(locales: ["en_US"])
    try bench.apply(.updated, episode(1, description: "Second"))
    // The German cell still says "First", as does the catalog again; the English one was published last.
    try bench.reopen(locales: ["de_DE"])
    #expect(try bench.apply(.updated, episode(1, description: "First")).isEmpty)
    try bench.work()
    #expect(try bench.restart(locales: ["de_DE", "pl_PL"]).map { try $0.cell.cell.description } == ["First"])
    #expect(
      try bench.list(#","locale":"de_DE""#).map { ($0["cell"] as? [String: String])?["description"] } == ["First"])
  }

  @Test func `another time zone makes those cells anew that show another day`() throws {
    let bench = try FormatterBench()
    // 12:26 in UTC is the same day in Berlin, and the next one in Kiritimati, which is 14 hours ahead.
    try bench.apply(.added, episode(1))
    try bench.apply(.added, episode(2, title: "No date", date: nil))
    #expect(try bench.restart(timeZone: "Europe/Berlin").isEmpty)
    let events = try bench.restart(timeZone: "Pacific/Kiritimati")
    try #require(events.count == 1)
    #expect(try events[0].cell.cell.info == "1 hr • 9/15/20")
    #expect(try events[0].cell.reason == .rebuilt)
  }

  @Test func `other rules make those cells anew that read otherwise, also when it is killed in between`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    try bench.add((0..<1_200).map { episode($0) })
    // As if earlier rules had made some of the cells, and others the same.
    try bench.sql("UPDATE locale SET rules = '0 UTC'")
    try bench.sql("UPDATE cell SET sequence = (SELECT min(sequence) FROM cell) WHERE entity % 3 = 0 AND entity > 3")
    var events: [Event] = []
    repeat {
      try bench.reopen()
      guard let step = try bench.step() else { break }
      #expect(step.count <= 500)
      events += step
    } while true
    // Those of the first entity's cell, by which the third of them was replaced, read the same but for the date.
    #expect(events.count == 2 * 399)
    #expect(Set(try events.map { "\($0.subject) \(try $0.cell.locale)" }).count == events.count)
    #expect(try events.allSatisfy { try $0.cell.reason == .rebuilt })
    #expect(try bench.restart().isEmpty)
  }

  @Test func `what the catalog had said before the tables were made is rebuilt, and what it says after is new`() throws
  {
    let bench = try FormatterBench(now: Date(timeIntervalSince1970: 1_700_000_003))
    let reasons = try (1...4).map { try bench.apply(.added, episode($0))[0].cell.reason }
    #expect(reasons == [.rebuilt, .rebuilt, .new, .new])
    #expect(try bench.apply(.updated, episode(1, title: "Other"))[0].cell.reason == .changed)
  }

  private func titles(_ cells: [[String: Any]]) throws -> [String] {
    try cells.map { try #require(($0["cell"] as? [String: String])?["title"]) }
  }
}
