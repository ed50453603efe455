internal import Castwire

/// A cell in a terminal: lines of text, none wider than there is room for.
struct TerminalCell: ReusableCell {
  /// How cells are drawn.
  struct Layout {
    /// What every line begins with.
    var margin = ""
    /// Of the terminal; nil where there is none to say how much fits.
    var width: Int?
    let style: Style
  }

  /// How many lines a text takes up at most.
  private static let most = 2
  /// A text is not shown longer where there is no terminal.
  private static let usualWidth = 160

  private(set) var lines: [String] = []

  mutating func prepareForReuse() {
    lines.removeAll(keepingCapacity: true)
  }

  /// - Parameter source: where the cell is from, to stand beside the title.
  mutating func show(_ texts: CellTexts, source: String?, in layout: Layout) {
    let style = layout.style
    let bar = layout.margin + style("▌", .cyan) + " "
    let room = max(10, (layout.width ?? Self.usualWidth) - DisplayWidth.of(layout.margin) - 2)

    let title = PrintableText.line(texts.isAnimating ? "◌ \(texts.title)" : texts.title)
    let titleLines = DisplayWidth.wrapped(Self.beginning(title, room: room), to: room, atMost: Self.most)
    lines = titleLines.map { bar + style(Isolate.around($0, lineOf: title), .bold) }
    if let source = source.map({ PrintableText.line($0) }), !source.isEmpty {
      let left = room - DisplayWidth.of(titleLines.last ?? "") - 3
      if left >= min(8, DisplayWidth.of(source)) {
        lines[lines.count - 1] += style(" · \(Isolate.around(DisplayWidth.cut(source, to: left)))", .dim)
      }
    }
    func add(_ text: String, _ attribute: Style.Attribute) {
      let text = PrintableText.line(text, keepsIsolates: true)
      guard !text.isEmpty else { return }
      lines += DisplayWidth.wrapped(Self.beginning(text, room: room), to: room, atMost: Self.most).map {
        bar + style(Isolate.around($0, lineOf: text), attribute)
      }
    }
    add(texts.info, .green)
    add(texts.failure ?? "", .red)
    add(texts.body, .dim)
  }

  /// A text of a megabyte need not be measured: its beginning is more than fits. Joiners take no columns.
  private static func beginning(_ text: String, room: Int) -> String {
    String(text.prefix((room * most + 2) * 4))
  }
}
