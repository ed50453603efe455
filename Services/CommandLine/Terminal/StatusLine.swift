/// A line at the bottom of a terminal that changes in place; nothing at all where there is no terminal.
final class StatusLine {
  private let errors: Output
  private var shown = ""

  init(_ errors: Output) {
    self.errors = errors
  }

  func show(_ text: String) {
    guard let width = errors.width else { return }
    let line = DisplayWidth.cut(PrintableText.line(text), to: width - 1)
    guard line != shown else { return }
    shown = line
    put("\r\u{1B}[K\(errors.style(line, .dim))")
  }

  /// Takes the line away, so that other lines can be written.
  func clear() {
    guard !shown.isEmpty else { return }
    shown = ""
    put("\r\u{1B}[K")
  }

  private func put(_ text: String) {
    // Without standard error there is nobody to see it.
    try? errors.write(text)
    try? errors.flush()
  }
}
