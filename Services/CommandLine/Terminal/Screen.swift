internal import Foundation

/// The whole of a terminal, in place of what stood there, until `leave`: what stood there comes back then.
///
/// Control functions are those of ECMA-48 and xterm that every terminal of today knows.
final class Screen {
  private let output: Output
  private var shown: [String] = []
  private var shownSize: (columns: Int, rows: Int)?
  private var settings: termios?

  init(_ output: Output) {
    self.output = output
  }

  var size: (columns: Int, rows: Int) { output.size ?? (80, 24) }

  /// Takes the screen over: another page without a cursor, on which a line that is too long is cut. Keys are not shown.
  func enter() throws {
    var settings = termios()
    if tcgetattr(STDIN_FILENO, &settings) == 0 {
      self.settings = settings
      settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    }
    shownSize = nil
    try output.write("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l")
    try output.flush()
  }

  /// Gives the screen back as it was. Keys that were pressed are forgotten: the shell would take them for commands.
  func leave() throws {
    if var settings { tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings) }
    try output.write("\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l")
    try output.flush()
  }

  /// Shows lines from the top on, none of which is wider than the screen: those alone are written that differ from what
  /// stands there.
  func draw(_ lines: [String]) throws {
    let size = size
    if shownSize.map({ $0 != size }) ?? true {
      try output.write("\u{1B}[2J")
      shown = Array(repeating: "", count: size.rows)
      shownSize = size
    }
    for row in 0..<size.rows {
      let line = row < lines.count ? lines[row] : ""
      guard line != shown[row] else { continue }
      try output.write("\u{1B}[\(row + 1);1H\u{1B}[2K\(line)")
      shown[row] = line
    }
    try output.flush()
  }
}
