import Castwire
import CastwireBus
import Foundation
import Testing

@testable import CastwireCommand

struct TerminalCellTests {
  private func lines(
    _ cell: ListedCell, source: String? = nil, margin: String = "", width: Int?, isColoured: Bool = false
  ) -> [String] {
    var drawn = TerminalCell()
    drawn.show(
      cell.texts, source: source,
      in: TerminalCell.Layout(margin: margin, width: width, style: Style(isColoured: isColoured)))
    return drawn.lines
  }

  @Test func `an episode has a line for each of its texts`() throws {
    let cell = try CellExamples.episode("Fog", "1 hr • 2/10/26", "Eleven days\nof white.")
    #expect(
      lines(cell, source: "Ledger", margin: "  ", width: 40) == [
        "  ▌ Fog · Ledger", "  ▌ 1 hr • 2/10/26", "  ▌ Eleven days of white.",
      ])
    #expect(lines(try CellExamples.episode("Fog", ""), width: nil) == ["▌ Fog"])
  }

  @Test func `a video's subtitle stands below its title`() throws {
    let cell = try CellExamples.video("Ghost Towns", "Castwire • 1,604,684,607 views • 2 years ago")
    #expect(lines(cell, width: 60) == ["▌ Ghost Towns", "▌ Castwire • 1,604,684,607 views • 2 years ago"])
  }

  @Test func `a photo shows where its picture is, whether it is loading, and why it cannot be had`() throws {
    let url = "https://p.example/1.jpg"
    let loading = try CellExamples.photo(["title": "Fog", "imageURL": url, "state": "loading"])
    #expect(lines(loading, width: 60) == ["▌ ◌ Fog", "▌ \(url)"])
    let untitled = try CellExamples.photo(["imageURL": url, "thumbnailURL": "\(url)?s", "state": "loading"])
    #expect(lines(untitled, source: "Stream", width: 60) == ["▌ ◌ \(url)?s · Stream"])
    let loaded = try CellExamples.photo(["title": "Fog", "state": "loaded", "image": ["url": url]])
    #expect(lines(loaded, width: 60) == ["▌ Fog", "▌ \(url)"])
    let failed = try CellExamples.photo(["title": "Fog", "state": "failed", "reason": "404\u{1B}[2J"])
    #expect(lines(failed, width: 60) == ["▌ Fog", "▌ 404[2J"])
  }

  @Test func `no text takes more than two lines`() throws {
    let long = "one two three four five six seven eight nine"
    #expect(
      lines(try CellExamples.episode(long, long, long), source: "Ledger", width: 20) == [
        "▌ one two three four", "▌ five six seven…", "▌ one two three four", "▌ five six seven…",
        "▌ one two three four", "▌ five six seven…",
      ])
  }

  @Test(arguments: [12, 20, 31, 80]) func `no line is wider than the terminal`(width: Int) throws {
    let long = String(repeating: "漢字 and שלום 👩‍👩‍👧 ", count: 40)
    let cell = try CellExamples.episode(long, long, long)
    let lines = lines(cell, source: long, width: width)
    #expect(lines.count == 6)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(lines)")
  }

  @Test(arguments: ["x", "漢", "x ", "👩‍👩‍👧", "a\u{301}"])
  func `of a text without end its beginning is drawn`(part: String) throws {
    let endless = String(repeating: part, count: 300_000)
    let drawn = lines(try CellExamples.episode("Fog", "", endless), width: 40)
    #expect(drawn.count == 3 && drawn[2].hasSuffix("…"))
    #expect(drawn.dropFirst().allSatisfy { (37...40).contains(DisplayWidth.of($0)) }, "\(drawn)")
  }

  @Test func `each role has its colour`() throws {
    let cell = try CellExamples.episode("Fog", "1 hr", "White.")
    #expect(
      lines(cell, source: "Ledger", width: 60, isColoured: true) == [
        "\u{1B}[36m▌\u{1B}[0m \u{1B}[1mFog\u{1B}[0m\u{1B}[2m · Ledger\u{1B}[0m",
        "\u{1B}[36m▌\u{1B}[0m \u{1B}[32m1 hr\u{1B}[0m", "\u{1B}[36m▌\u{1B}[0m \u{1B}[2mWhite.\u{1B}[0m",
      ])
  }

  @Test func `text from right to left does not turn the line around`() throws {
    let cell = try CellExamples.episode("שלום", "30 דק׳ • 5.1.2020", "Latin first, ואז עברית.")
    #expect(
      lines(cell, source: "Ledger", width: 60) == [
        "▌ \u{2067}שלום\u{2069} · Ledger", "▌ \u{2067}30 דק׳ • 5.1.2020\u{2069}",
        "▌ \u{2066}Latin first, ואז עברית.\u{2069}",
      ])
  }

  @Test func `a cell that is reused keeps nothing`() throws {
    var cell = TerminalCell()
    let layout = TerminalCell.Layout(width: 40, style: Style(isColoured: false))
    cell.show(try CellExamples.episode("Fog", "1 hr", "White.").texts, source: nil, in: layout)
    cell.prepareForReuse()
    #expect(cell.lines.isEmpty)
    cell.show(try CellExamples.video("Ghosts", "").texts, source: nil, in: layout)
    #expect(cell.lines == ["▌ Ghosts"])
  }

  @Test func `a cell of an event is the same as in a list`() throws {
    let json = """
      {"specversion":"1.0","source":"castwire://formatter/log","id":"1","sequence":"1","previous":"0",\
      "type":"castwire.cell.updated.v1","subject":"e","time":"2026-11-30T07:20:06.000Z","partitionkey":"f","data":{\
      "kind":"video","locale":"en_US","entity":"e","reason":"new","initial":false,"cell":{"title":"Ghosts","subtitle":"now"}}}
      """
    let cell = try ListedCell(try Event(json: Array(json.utf8)))
    #expect(cell.feed == "f" && cell.id == "e" && cell.kind == .video)
    #expect(cell.texts == (try CellExamples.video("Ghosts", "now").texts))
  }
}
