internal import Castwire

/// An episode's cell as lines of text.
enum CellText {
  /// A description is not shown longer where there is no terminal to say how much fits.
  private static let usualWidth = 160

  /// - Parameters:
  ///   - podcast: a title to show beside the episode's.
  ///   - margin: what every line begins with.
  static func lines(
    _ cell: EpisodeCellViewModel, podcast: String?, margin: String = "", width: Int?, style: Style
  ) -> [String] {
    let bar = style("▌", .cyan) + " "
    let room = max(10, (width ?? usualWidth) - DisplayWidth.of(margin) - 2)
    let title = DisplayWidth.cut(PrintableText.line(cell.title), to: room)
    var first = style(title, .bold)
    if let podcast = podcast.map(PrintableText.line), !podcast.isEmpty {
      let left = room - DisplayWidth.of(title) - 3
      if left >= 8 { first += style(" · \(DisplayWidth.cut(podcast, to: left))", .dim) }
    }
    var lines = [first]
    let info = PrintableText.line(cell.info)
    if !info.isEmpty { lines.append(style(DisplayWidth.cut(info, to: room), .green)) }
    let description = PrintableText.line(cell.description ?? "")
    if !description.isEmpty { lines.append(style(DisplayWidth.cut(description, to: room), .dim)) }
    return lines.map { margin + bar + $0 }
  }
}
