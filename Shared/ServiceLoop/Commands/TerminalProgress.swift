internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// How far a long command has come, in one line of a terminal that is written over; nothing where standard error is none.
final class TerminalProgress {
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown = ""

  /// - Parameter share: what is done, from 0 to 1, where that is known.
  func show(_ what: String, _ share: Double? = nil) {
    guard isTerminal else { return }
    let line = share.map { "\(what): \(Int($0 * 100)) %" } ?? "\(what) …"
    guard line != shown else { return }
    // Back to the line's beginning and over what stands there (ECMA-48, EL).
    write("\r\u{1B}[K\(line)")
    shown = line
  }

  /// Takes the line away, for what is to stay.
  func clear() {
    guard isTerminal, !shown.isEmpty else { return }
    write("\r\u{1B}[K")
    shown = ""
  }

  private func write(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
