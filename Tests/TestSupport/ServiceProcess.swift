import Foundation
import Glibc

/// A program of this package, running, with what it says.
///
/// Its standard input is empty or what the test gives; its working folder is the test's. It is killed when the value is
/// released.
public final class ServiceProcess: Sendable {
  /// How a process ended.
  public enum ExitStatus: Sendable, Hashable {
    case exited(Int32)
    case signalled(Int32)
  }

  struct State {
    var output = OutputLines()
    var errors = OutputLines()
    var lines: [String] = []
    var openPipes = 2
    var status: ExitStatus?
  }

  /// The process id.
  public let pid: Int32
  private let state: Monitor<State>

  /// Starts `program`: the name of a product of the package (`feed-ingest`) or an absolute path.
  ///
  /// - Parameter environment: Set on top of the test's own environment.
  /// - Parameter input: What the program reads on standard input.
  /// - Throws: `SystemError`, with the path in it, when the program cannot be started.
  public init(
    _ program: String, arguments: [String] = [], environment: [String: String] = [:], input: [UInt8] = []
  ) throws {
    let state = Monitor(State())
    self.state = state
    let spawn = Spawn(
      path: program.hasPrefix("/") ? program : try BuildFolder.path(of: program), arguments: arguments,
      environment: environment, input: input)
    let output = try Pipe.open()
    let errors = try Pipe.open()
    do {
      pid = try spawn.start(output: output.writing, errors: errors.writing)
    } catch {
      close(output.reading)
      close(errors.reading)
      throw error
    }
    Self.read(output.reading, into: state) { $0.output.take($1) }
    Self.read(errors.reading, into: state) { $0.errors.take($1) }
    Self.awaitEnd(of: pid, into: state)
  }

  deinit {
    kill(SIGKILL)
  }

  /// All complete lines so far, of standard output and standard error together, each stream in its order.
  public var lines: [String] { state.withLock { $0.lines } }

  /// Everything written to standard output so far.
  public var output: [UInt8] { state.withLock { $0.output.bytes } }

  /// Everything written to standard error so far.
  public var errors: [UInt8] { state.withLock { $0.errors.bytes } }

  /// nil while the process runs.
  public var status: ExitStatus? { state.withLock { $0.status } }

  /// Waits for a line on either stream; nil if none comes within `limit` or before the process ends.
  public func line(
    within limit: Duration = .seconds(60), where isWanted: @escaping @Sendable (String) -> Bool
  ) async -> String? {
    _ = await state.wait(for: limit) { state in
      state.lines.contains(where: isWanted) || (state.status != nil && state.openPipes == 0)
    }
    return lines.first(where: isWanted)
  }

  /// Waits until the process has printed so many lines; false if it does not within `limit` or ends before.
  public func prints(_ count: Int, within limit: Duration = .seconds(60)) async -> Bool {
    await prints(within: limit) { $0.count >= count }
  }

  /// Waits until all that the process has printed is enough; false if it is not within `limit` or when the process ends.
  public func prints(
    within limit: Duration = .seconds(60), _ isEnough: @escaping @Sendable ([String]) -> Bool
  ) async -> Bool {
    _ = await state.wait(for: limit) { state in
      isEnough(state.lines) || (state.status != nil && state.openPipes == 0)
    }
    return isEnough(lines)
  }

  /// Sends a signal; does nothing once the process has ended.
  public func kill(_ signal: Int32) {
    // Under the lock, with which the process is also reaped: its id cannot have gone to another one yet.
    state.withLock { state in
      if state.status == nil { _ = Glibc.kill(pid, signal) }
    }
  }

  /// Waits until the process has ended and all that it wrote has been read; nil if that takes longer than `limit`.
  public func waitForExit(within limit: Duration = .seconds(60)) async -> ExitStatus? {
    let isOver = await state.wait(for: limit) { $0.status != nil && $0.openPipes == 0 }
    return isOver ? status : nil
  }
}

extension ServiceProcess {
  private static func read(
    _ descriptor: Int32, into state: Monitor<State>, take: @escaping @Sendable (inout State, [UInt8]) -> [String]
  ) {
    Thread.detachNewThread {
      while let bytes = Pipe.read(descriptor) {
        state.withLock { $0.lines += take(&$0, bytes) }
      }
      close(descriptor)
      state.withLock { $0.openPipes -= 1 }
    }
  }

  private static func awaitEnd(of pid: Int32, into state: Monitor<State>) {
    Thread.detachNewThread {
      var information = siginfo_t()
      while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
      state.withLock { state in
        var code: Int32 = 0
        waitpid(pid, &code, 0)
        let signal = code & 0x7f
        state.status = signal == 0 ? .exited((code >> 8) & 0xff) : .signalled(signal)
      }
    }
  }
}
