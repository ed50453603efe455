internal import Foundation

/// What SIGHUP means to `up`: its terminal is gone, or somebody wants the services to read their allow-list anew.
struct HangUp {
  private let hadTerminal: Bool
  private let isIgnored: Bool

  /// Looks how the process was started, before anything catches the signal.
  init() {
    var action = sigaction()
    // It cannot fail for a signal that there is. `nohup` ignores it, and its programs outlive their terminal.
    sigaction(SIGHUP, nil, &action)
    isIgnored =
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    hadTerminal = Self.hasTerminal
  }

  /// Whether the terminal that the process was started from is gone.
  var isEnd: Bool {
    hadTerminal && !isIgnored && !Self.hasTerminal
  }

  /// The system takes it away before it sends the signal (tty_ioctl(4), TIOCNOTTY).
  private static var hasTerminal: Bool {
    let descriptor = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    close(descriptor)
    return true
  }
}
