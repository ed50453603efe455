import Foundation
import Glibc
import TestSupport

/// A command line on a terminal of its own, as in a window: a pseudo-terminal that is its controlling one.
final class TerminalProcess: Sendable {
  private struct State {
    var screen: TerminalScreen
    var isOver = false
  }

  // asm-generic/ioctls.h and spawn.h, which Swift does not see.
  private static let unlockRequest: UInt = 0x4004_5431
  private static let numberRequest: UInt = 0x8004_5430
  private static let newSession: Int32 = 0x80

  private let master: Int32
  private let pid: Int32
  private let state: Monitor<State>

  /// Runs `command` in the shell.
  ///
  /// - Throws: `SystemError` where there is no terminal to be had.
  init(_ command: String, columns: Int, rows: Int, environment: [String: String] = [:]) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard master >= 0 else { throw SystemError("open /dev/ptmx", code: errno) }
    var (unlocked, number): (Int32, Int32) = (0, 0)
    guard ioctl(master, Self.unlockRequest, &unlocked) == 0, ioctl(master, Self.numberRequest, &number) == 0 else {
      throw SystemError("set up a terminal", code: errno)
    }
    Self.setSize(columns, rows, of: master)

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens becomes the one that controls it.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | Self.newSession))

    var words = ["/bin/bash", "-c", command].map { (word: String) in strdup(word) } + [nil]
    var variables =
      ProcessInfo.processInfo.environment.merging(["TERM": "xterm-256color"]) { $1 }.merging(environment) { $1 }
      .map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in words + variables { free(pointer) } }
    var pid: Int32 = 0
    let code = posix_spawn(&pid, "/bin/bash", &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError("start /bin/bash", code: code) }
    self.pid = pid

    let state = Monitor(State(screen: TerminalScreen(columns: columns, rows: rows)))
    self.state = state
    let master = master
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(master, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        // EIO says that nobody has the terminal open any more.
        guard count > 0 else { break }
        state.withLock { $0.screen.write(Array(buffer[..<count])) }
      }
      state.withLock { $0.isOver = true }
    }
  }

  deinit {
    kill(-pid, SIGKILL)
    kill(pid, SIGKILL)
    var status: Int32 = 0
    waitpid(pid, &status, 0)
    _ = state.block { $0.isOver }
    close(master)
  }

  var screen: TerminalScreen { state.withLock { $0.screen } }

  /// Waits until the screen is as wanted; gives what it is then, or at last.
  func screen(
    within limit: Duration = .seconds(60), where isWanted: @escaping @Sendable (TerminalScreen) -> Bool
  ) async -> TerminalScreen {
    _ = await state.wait(for: limit) { isWanted($0.screen) || $0.isOver }
    return screen
  }

  /// Waits until the rows are these; gives those that are there then, or at last.
  func rows(_ expected: [String], within limit: Duration = .seconds(20)) async -> [String] {
    await screen(within: limit) { $0.text == expected }.text
  }

  /// Waits until nobody has the terminal open any more; false if somebody has for too long.
  func end() async -> Bool {
    await state.wait { $0.isOver }
  }

  /// Presses keys: `\u{3}` is Ctrl-C.
  func press(_ keys: String) {
    let bytes = Array(keys.utf8)
    _ = write(master, bytes, bytes.count)
  }

  func resize(columns: Int, rows: Int) {
    state.withLock {
      $0.screen.resize(columns: columns, rows: rows)
      Self.setSize(columns, rows, of: master)
    }
  }

  /// Whether the terminal shows what is pressed, and hands it on line by line.
  var isCooked: Bool {
    var settings = termios()
    return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  private static func setSize(_ columns: Int, _ rows: Int, of descriptor: Int32) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    // It is a terminal: its size can be set.
    _ = ioctl(descriptor, UInt(TIOCSWINSZ), &size)
  }
}
