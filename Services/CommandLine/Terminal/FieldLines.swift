/// Names with what they stand for, one beside the other.
struct FieldLines {
  private static let gap = 2
  /// A value is not shown narrower.
  private static let leastRoom = 20
  /// A value has no more lines.
  private static let mostLines = 12
  /// In a pipe no text is longer.
  private static let most = 10_000

  private var fields: [(name: String, text: String, attributes: [Style.Attribute])] = []

  /// Adds a value where there is one.
  mutating func add(_ name: String, _ text: String?, _ attributes: Style.Attribute...) {
    guard let text else { return }
    let line = PrintableText.line(text)
    if !line.isEmpty { fields.append((name, line, attributes)) }
  }

  /// - Parameter width: of the terminal; nil for a line a value.
  func lines(width: Int?, style: Style) -> [String] {
    let indent = (fields.map(\.name.count).max() ?? 0) + Self.gap
    return fields.flatMap { name, text, attributes in
      let label = style(name, .dim) + String(repeating: " ", count: indent - name.count)
      guard let width else { return [label + style(DisplayWidth.cut(text, to: Self.most), attributes)] }
      let lines = DisplayWidth.wrapped(text, to: max(Self.leastRoom, width - indent), atMost: Self.mostLines)
      return lines.enumerated().map { index, line in
        (index == 0 ? label : String(repeating: " ", count: indent))
          + style(Isolate.around(line, lineOf: text), attributes)
      }
    }
  }
}
