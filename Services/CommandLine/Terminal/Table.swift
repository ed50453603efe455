/// Rows under headings, in columns that line up.
struct Table {
  struct Column {
    let heading: String
    var isNumber = false
    /// Whether it may be cut where the terminal is too narrow.
    var isFlexible = false
  }

  struct Cell {
    let text: String
    let attributes: [Style.Attribute]

    init(_ text: String, _ attributes: Style.Attribute...) {
      // Columns are as wide as their widest text, and a publisher's title may have a megabyte.
      self.text = DisplayWidth.cut(PrintableText.line(text), to: Table.most)
      self.attributes = attributes
    }
  }

  private static let gap = 2
  /// A column is not cut shorter.
  private static let least = 8
  /// No text is wider, not even in a pipe.
  private static let most = 1_000

  let columns: [Column]
  private(set) var rows: [(cells: [Cell], note: Cell?)] = []

  init(_ columns: [Column]) {
    self.columns = columns
  }

  /// - Parameter note: what few rows have: on a terminal it stands below the row, else at its end.
  mutating func add(_ cells: [Cell], note: Cell? = nil) {
    precondition(cells.count == columns.count)
    rows.append((cells, note))
  }

  /// The lines, headings first.
  ///
  /// - Parameter width: of the terminal; nil cuts nothing.
  func lines(width: Int?, style: Style) -> [String] {
    let widths = widths(within: width)
    let headings = line(columns.map { Cell($0.heading, .dim) }, widths, style)
    return [headings]
      + rows.flatMap { row in
        let line = line(row.cells, widths, style)
        guard let note = row.note else { return [line] }
        guard let width else { return ["\(line)  \(note.text)"] }
        return [line, "  " + style(DisplayWidth.cut(note.text, to: width - 2), note.attributes)]
      }
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ style: Style) -> String {
    // Nothing but spaces comes after the last text of a line.
    let last = cells.lastIndex { !$0.text.isEmpty } ?? 0
    return zip(columns, zip(cells, widths)).enumerated().prefix(last + 1).map { index, part in
      let (column, (cell, width)) = part
      let text = DisplayWidth.cut(cell.text, to: width)
      let padding = String(repeating: " ", count: width - DisplayWidth.of(text))
      let styled = style(text, cell.attributes)
      if column.isNumber { return padding + styled }
      return index == last ? styled : styled + padding
    }.joined(separator: String(repeating: " ", count: Self.gap))
  }

  private func widths(within limit: Int?) -> [Int] {
    var widths = columns.indices.map { index in
      max(DisplayWidth.of(columns[index].heading), rows.map { DisplayWidth.of($0.cells[index].text) }.max() ?? 0)
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + Self.gap * (columns.count - 1) - limit
    while excess > 0 {
      let candidates = columns.indices.filter { columns[$0].isFlexible && widths[$0] > Self.least }
      guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }
}
