internal import Castwire
internal import Foundation

/// A list on the whole of a terminal: the newest cells as far as there is room, and a line that says how things are.
final class ListScreen: ListView {
  private let query: ListQuery
  private let screen: Screen
  private let style: Style
  private let keys = Keys()
  private var signals: TerminalSignals?
  private var source: CollectionDataSource<ListedCell, TerminalCell>
  private let drawing = Drawing()
  private var hasMore = false
  private var hasAnswer = false
  private var trouble: String?
  private(set) var isClosed = false

  /// What cells are drawn with at the moment.
  private final class Drawing {
    var layout = TerminalCell.Layout(style: Style(isColoured: false))
    var titles: [String: String] = [:]
  }

  init(_ query: ListQuery, output: Output) {
    self.query = query
    style = output.style
    screen = Screen(output)
    let drawing = drawing
    source = CollectionDataSource(cellIdentifier: query.kind.rawValue) { cell, item in
      cell.show(item.texts, source: drawing.titles[item.feed], in: drawing.layout)
    }
  }

  var descriptors: [Int32] {
    [signals?.descriptor, keys.descriptor].compactMap(\.self)
  }

  func begin() throws {
    signals = try TerminalSignals()
    try screen.enter()
    try draw()
  }

  func end() throws {
    signals = nil
    try screen.leave()
  }

  func show(_ answer: ListQuery.Answer) throws {
    hasAnswer = true
    hasMore = answer.hasMore
    drawing.titles = answer.titles
    source.show(answer.cells)
    try draw()
  }

  func turn(trouble: String?) throws {
    let came = signals?.take() ?? (isResized: false, isSuspended: false)
    if came.isSuspended {
      try screen.leave()
      signals?.suspend()
      try screen.enter()
    }
    if keys.take().contains(UInt8(ascii: "q")) { isClosed = true }
    let hasChanged = trouble != self.trouble
    self.trouble = trouble
    if came.isResized || came.isSuspended || hasChanged { try draw() }
  }

  private func draw() throws {
    let (columns, rows) = screen.size
    drawing.layout = TerminalCell.Layout(width: columns, style: style)
    let room = max(1, rows - 1)
    var lines: [String] = []
    var shown = 0
    // The line between two cells alone shows nothing of the second.
    while lines.count + (shown > 0 ? 1 : 0) < room,
      let cell = source.cell(at: IndexPath(item: shown, section: 0))
    {
      if shown > 0 { lines.append("") }
      lines += cell.lines
      source.recycle(cell)
      shown += 1
    }
    lines = Array(lines.prefix(room))
    lines += Array(repeating: "", count: room - lines.count)
    if rows > 1 { lines.append(statusLine(shown: shown, columns: columns)) }
    try screen.draw(lines)
  }

  private func statusLine(shown: Int, columns: Int) -> String {
    // The last column stays free: on some terminals what is written there has its line moved.
    let room = max(0, columns - 1)
    if let trouble { return style(DisplayWidth.cut(PrintableText.line(trouble), to: room), .yellow) }
    guard hasAnswer else { return style(DisplayWidth.cut("waiting for the formatter", to: room), .dim) }
    let count = source.numberOfItems
    let nouns = "\(query.kind.noun)\(count == 1 ? "" : "s")"
    let listed = hasMore ? "the newest \(count) \(nouns)" : "\(count) \(nouns)"
    let text = (shown < count ? "\(shown) of \(listed)" : listed) + ", Ctrl-C ends"
    return style(DisplayWidth.cut(text, to: room), .dim)
  }
}
