import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Formatter

/// Cells by what the catalog says: one event for each cell that shows something else, and none besides.
struct FormatterServiceTests {
  @Test func `a new episode has a cell in each locale`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    let events = try bench.apply(.added, episode(1, title: "One", description: "Notes"), initial: true)
    let cells = try events.map { try $0.cell }
    #expect(cells.map(\.locale) == ["en_US", "de_DE"])
    #expect(cells.allSatisfy { $0.reason == .new && $0.initial && $0.kind == .episode })
    #expect(cells.map(\.entity) == [episode(1).id, episode(1).id])
    #expect(cells[0].cell.title == "One")
    #expect(cells[0].cell.description == "Notes")
    #expect(cells[0].cell.info == "1 hr • 9/14/20")
    #expect(cells[1].cell.info.hasSuffix("14.09.20"))
    #expect(events.map(\.type) == ["castwire.cell.updated.v1", "castwire.cell.updated.v1"])
    // Each locale is a family of its own.
    #expect(events.map(\.previous) == [Position(0), Position(0)])
  }

  @Test(arguments: ["castwire.episode.praised.v1", "castwire.weather.added.v1", "castwire.episode.added.v2"])
  func `families, verbs and versions of the future are passed over`(type: String) throws {
    let bench = try FormatterBench()
    let json = String(decoding: try bench.event(.added, episode(1)).json, as: UTF8.self)
    let event = try Event(json: Array(json.replacing("castwire.episode.added.v1", with: type).utf8))
    #expect(event.type == type)
    #expect(try bench.apply([event]).isEmpty)
    #expect(try bench.list().isEmpty)
  }

  @Test func `only what a cell shows makes an event`() throws {
    let bench = try FormatterBench()
    try bench.apply(.added, episode(1))
    var changed = episode(1)
    changed.link = "https://example.com/elsewhere"
    #expect(try bench.apply(.updated, changed).isEmpty)
    changed.withdrawn = true
    #expect(try bench.apply(.withdrawn, changed).isEmpty)
    changed.title = "Another"
    let events = try bench.apply(.restored, changed)
    try #require(events.count == 1)
    #expect(try events[0].cell.reason == .changed)
    #expect(try events[0].cell.cell.title == "Another")
    #expect(try bench.apply(.updated, changed).isEmpty)
  }

  @Test func `an episode without a title has the cell of one`() throws {
    let bench = try FormatterBench()
    let events = try bench.apply(.added, episode(1, title: nil, duration: nil))
    #expect(try events[0].cell.cell.title == "<untitled>")
    #expect(
      try bench.list(#","locale":"fr_FR""#)[0]["cell"] as? [String: String] == [
        "title": "<untitled>", "info": "14/09/2020",
      ])
  }

  @Test func `a removed episode takes its cells with it`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    try bench.apply(.added, episode(1))
    let events = try bench.apply(.removed, episode(1))
    #expect(events.map(\.type) == ["castwire.cell.removed.v1", "castwire.cell.removed.v1"])
    #expect(Set(try events.map { try $0.decode(CellRemovedEvent.self).locale }) == ["en_US", "de_DE"])
    #expect(try bench.list().isEmpty)
    #expect(try bench.apply(.removed, episode(1)).isEmpty)
    #expect(throws: RequestError.self) { try bench.ask(#"{"request":"cell.get","id":"\#(episode(1).id)"}"#) }
  }

  private func titles(_ cells: [[String: Any]]) throws -> [String] {
    try cells.map { try #require(($0["cell"] as? [String: String])?["title"]) }
  }

  // MARK: Another log of the catalog's

  @Test func `the same events from another log change nothing, and what is not in it goes`() throws {
    let bench = try FormatterBench()
    var history = [
      try bench.event(.added, episode(1, title: "One")), try bench.event(.added, episode(2, title: "Two")),
    ]
    history.append(try bench.event(.updated, episode(1, title: "First")))
    try bench.apply(history)
    let cells = try titles(bench.list())
    let again = try history.map { event in
      try Event(
        json: Array(String(decoding: event.json, as: UTF8.self).replacing(event.log, with: "another-log").utf8))
    }
    #expect(try bench.apply(again, startsOver: true, completes: true).isEmpty)
    #expect(try titles(bench.list()) == cells)
    try bench.apply(Array(again.dropFirst().prefix(1)), startsOver: true, completes: true)
    let removed = try bench.work()
    #expect(removed.map(\.type) == ["castwire.cell.removed.v1"])
    #expect(removed.map(\.subject) == [episode(1).id])
  }

  // MARK: Requests

  @Test func `lists are newest first, and their pages join without a hole`() throws {
    let bench = try FormatterBench()
    for number in [3, 1, 4, 0, 2] { try bench.apply(.added, episode(number, title: "Title \(number)")) }
    let other = "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
    try bench.apply(.added, episode(9, title: "Other", podcast: other))
    for limit in [1, 2, 5, 6, 50] {
      #expect(
        try titles(bench.list(limit: limit)) == ["Other", "Title 4", "Title 3", "Title 2", "Title 1", "Title 0"])
    }
    #expect(try titles(bench.list(#","feed":"\#(other)""#)) == ["Other"])
    let page = try bench.ask(#"{"request":"cells.list","kind":"episode","limit":6}"#)
    #expect(page["next"] is NSNull)
    #expect(Set(try bench.list()[0].keys) == ["kind", "locale", "entity", "feed", "cell"])
  }

  @Test func `cells are given in any locale, published or not`() throws {
    let bench = try FormatterBench()
    try bench.apply(.added, episode(1))
    func info(_ locale: String) throws -> String? {
      let cell = try bench.ask(#"{"request":"cell.get","id":"\#(episode(1).id)","locale":"\#(locale)"}"#)
      return (cell["cell"] as? [String: String])?["info"]
    }
    #expect(try info("en_US") == "1 hr • 9/14/20")
    #expect(try info("en-GB")?.hasSuffix("14/09/2020") == true)
    #expect(try bench.list(#","locale":"ja""#)[0]["locale"] as? String == "ja")
    #expect(bench.events.count == 1)
  }

  @Test(arguments: [
    (#"{"request":"cells.list","kind":"episode","locale":"en_XX"}"#, "en_US"),
    (#"{"request":"cells.list","kind":"song"}"#, "episode, video, photo"),
    (#"{"request":"cells.list","kind":"episode","limit":0}"#, "1 to 500"),
    (#"{"request":"cells.list","kind":"episode","before":"yesterday"}"#, "cursor"),
    (#"{"request":"cells.list"}"#, "kind"), (#"{"request":"cell.get"}"#, "id"),
  ])
  func `a request that cannot be met says why`(request: String, word: String) throws {
    let bench = try FormatterBench()
    let error = try #require(throws: RequestError.self) { try bench.ask(request) }
    #expect(error.code == .badRequest)
    #expect(error.message.contains(word), "\(error.message)")
  }

  @Test func `the cell of the largest episode fits into an event`() throws {
    let bench = try FormatterBench(locales: ["en_US", "zh_Hant_TW"])
    // What feed-ingest lets through at the most, the envelope's room aside, in the widest of characters and escapes.
    for text in ["x", "\"", "\u{1}", "\u{10FFFF}", "\n"] {
      let size = try BusCoder.encode([text]).count - 4
      let half = String(repeating: text, count: 499_000 / size)
      try bench.apply(.added, episode(size, title: half, description: half))
    }
    #expect(bench.events.count >= 8)
    #expect(bench.events.allSatisfy { $0.json.count <= Limits.eventSize })
  }

  @Test func `the formatter's own log can be compacted under it, and its check tells what does not fit`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    for title in ["a", "b", "c"] {
      try bench.apply([try bench.event(.updated, episode(1, title: title)), try bench.event(.added, episode(2))])
    }
    try bench.apply(.removed, episode(2))
    try bench.apply(.added, episode(3))
    func cells() throws -> Data { try JSONSerialization.data(withJSONObject: bench.list(), options: .sortedKeys) }
    let before = try cells()
    try bench.compact()
    #expect(try bench.findings() == [])
    #expect(try cells() == before)
    try bench.restart(locales: ["en_US", "de_DE"], timeZone: "Asia/Tokyo")
    #expect(try bench.findings() == [])
    #expect(try bench.findings(after: "UPDATE cell SET sequence = sequence - 1").count >= 4)
    #expect(try bench.findings(after: "DELETE FROM cell").contains { $0.contains("is missing from the tables") })
  }
}
