import Testing

@testable import CastwireCommand

struct TableTests {
  private static func table() -> Table {
    var table = Table([
      Table.Column(heading: "TITLE", isFlexible: true), Table.Column(heading: "ITEMS", isNumber: true),
      Table.Column(heading: "URL", isFlexible: true),
    ])
    table.add([Table.Cell("漢字", .bold), Table.Cell("12"), Table.Cell("https://example.com/")])
    table.add([Table.Cell("Longer title"), Table.Cell("3"), Table.Cell("")], note: Table.Cell("in trouble", .red))
    return table
  }

  private let plain = Style(isColoured: false)

  @Test func `in a pipe columns line up and nothing is cut or coloured`() {
    #expect(
      Self.table().lines(width: nil, style: plain) == [
        "TITLE         ITEMS  URL",
        "漢字             12  https://example.com/",
        "Longer title      3  in trouble",
      ])
  }

  @Test func `on a terminal the widest columns are cut until the lines fit`() {
    let lines = Self.table().lines(width: 30, style: plain)
    #expect(
      lines == [
        "TITLE       ITEMS  URL",
        "漢字           12  https://ex…",
        "Longer ti…      3",
        "  in trouble",
      ])
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 30 })
  }

  @Test func `a terminal too narrow for anything leaves something of each column`() {
    #expect(Self.table().lines(width: 1, style: plain)[1] == "漢字         12  https:/…")
  }

  @Test func `colours do not count as columns`() {
    let coloured = Self.table().lines(width: nil, style: Style(isColoured: true))
    let bare = coloured.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    #expect(bare == Self.table().lines(width: nil, style: plain))
    #expect(coloured[1].hasPrefix("\u{1B}[1m漢字\u{1B}[0m"))
  }

  @Test func `control characters of feeds do not reach a cell`() {
    #expect(Table.Cell("a\u{1B}[2Jb\nc").text == "a[2Jb c")
  }
}
