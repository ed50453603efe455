internal import Foundation

/// A service that runs as a child: its log comes by a pipe, and it ends when this process does, however that ends.
final class ChildProcess {
  /// How a process ended, in words.
  enum End: Equatable, CustomStringConvertible {
    case exited(Int32)
    case killed(Int32)

    var description: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .killed(let signal): "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
      }
    }
  }

  /// A line without end is passed on when it is so long, in bytes.
  private static let longestLine = 1 << 16

  let pid: pid_t
  /// Readable when there is something in its log, or it has ended.
  let log: Int32
  private let input: Int32
  private var buffer: [UInt8] = []
  private var hasClosedLog = false
  private(set) var end: End?

  /// - Throws: `CommandError` where the system does not start it.
  init(path: String, arguments: [String], environment: [String: String]) throws(CommandError) {
    let logPipe = try Self.makePipe()
    let inputPipe = try Self.makePipe()
    defer {
      close(logPipe.writing)
      close(inputPipe.reading)
    }
    do {
      pid = try Self.spawn(
        path, arguments, environment, input: inputPipe.reading, output: logPipe.writing)
    } catch {
      close(logPipe.reading)
      close(inputPipe.writing)
      throw error
    }
    log = logPipe.reading
    input = inputPipe.writing
    // It cannot fail on a pipe that is open.
    _ = fcntl(log, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(log)
    close(input)
  }

  /// Whole lines of its log that have come since, and once it has ended what is left.
  func takeLines() -> [String] {
    // First, so that nothing of its own is left to be read once it has ended. The end of its log is not the sign of that:
    // a process that it started may hold the pipe for ever, such as one that was to tell how it crashed.
    reap()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var lines: [String] = []
    // A bound, so that a service that logs without end leaves time for the others.
    for _ in 0..<16 where !hasClosedLog {
      let count = read(log, &chunk, chunk.count)
      if count > 0 {
        buffer += chunk[..<count]
      } else if count == 0 {
        hasClosedLog = true
      } else if errno != EINTR {
        break
      }
    }
    while let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(String(decoding: buffer[..<end], as: UTF8.self))
      buffer.removeSubrange(...end)
    }
    if !buffer.isEmpty, hasClosedLog || end != nil || buffer.count > Self.longestLine {
      lines.append(String(decoding: buffer, as: UTF8.self))
      buffer = []
    }
    if hasClosedLog { reap() }
    return lines
  }

  /// Whether its log is to be waited for.
  var isLogging: Bool { !hasClosedLog }

  func signal(_ number: Int32) {
    // Until it is reaped its id belongs to nobody else.
    if end == nil { kill(pid, number) }
  }

  /// Looks whether it has ended.
  func reap() {
    guard end == nil else { return }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return }
    let signal = status & 0x7F
    end = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
  }

  // MARK: Starting

  private static func makePipe() throws(CommandError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CommandError("cannot make a pipe: \(String(cString: strerror(errno)))") }
    // Processes are started by one thread alone, so that none can inherit an end meanwhile.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: Int32, output: Int32
  ) throws(CommandError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // A group of its own: Ctrl-C is for this process, which then ends its children in order.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))

    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, path, &actions, &attributes, argv, envp)
    guard code == 0 else { throw CommandError("cannot start \(path): \(String(cString: strerror(code)))") }
    return pid
  }
}
