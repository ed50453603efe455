#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Whoever started the process and wants to hear how it is, over a socket of datagrams, as sd_notify(3) has it: systemd,
/// or what speaks its protocol. Used by the one thread whose life it is told of.
public final class Supervisor {
  /// Where a supervisor listens, and what it wants to hear.
  public struct Address: Sendable, Hashable {
    /// A path, or a name in the abstract namespace with "@" for its first byte, a zero.
    let socket: String
    /// The longest silence that it bears; nil where it wants no signs of life.
    let patience: Duration?

    /// What NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID say; nil without the first.
    ///
    /// - Throws: for words that mean nothing: the supervisor would wait in vain, and then kill.
    public init?(environment: [String: String]) throws(UsageError) {
      guard let socket = environment["NOTIFY_SOCKET"], !socket.isEmpty else { return nil }
      // A path ends with a zero, a name in the abstract namespace begins with one.
      guard socket.hasPrefix("/") || socket.hasPrefix("@"), socket.utf8.count > 1,
        socket.utf8.count + (socket.hasPrefix("/") ? 1 : 0) <= MemoryLayout.size(ofValue: sockaddr_un().sun_path)
      else {
        throw UsageError("NOTIFY_SOCKET must be the path of a socket, or @ and a name, not '\(socket)'")
      }
      self.socket = socket
      patience = try Self.patience(environment)
    }

    private static func patience(_ environment: [String: String]) throws(UsageError) -> Duration? {
      guard let text = environment["WATCHDOG_USEC"], !text.isEmpty else { return nil }
      guard let microseconds = Int64(text), microseconds > 0 else {
        throw UsageError("WATCHDOG_USEC must be a number of microseconds, not '\(text)'")
      }
      if let owner = environment["WATCHDOG_PID"], !owner.isEmpty {
        guard let number = Int32(owner) else { throw UsageError("WATCHDOG_PID must be a process id, not '\(owner)'") }
        // Signs of life that another process is to give are none of this one's business.
        guard number == getpid() else { return nil }
      }
      return .microseconds(microseconds)
    }
  }

  private let descriptor: Int32
  private let address: Address
  private let reportFailure: (String) -> Void
  private var hasFailed = false
  private var isReady = false
  private var saidStatus: String?
  private let clock = ContinuousClock()
  /// When it is to hear something, whatever happens until then; nil where it need not.
  public private(set) var due: ContinuousClock.Instant?

  /// - Parameter reportFailure: gets what keeps the supervisor from hearing, once until it hears again.
  /// - Throws: `SystemError` where the process has no file descriptors left.
  public init(_ address: Address, reportFailure: @escaping (String) -> Void) throws(SystemError) {
    self.address = address
    self.reportFailure = reportFailure
    #if canImport(Glibc)
      descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    #else
      descriptor = socket(AF_UNIX, SOCK_DGRAM, 0)
    #endif
    guard descriptor >= 0 else { throw SystemError("cannot make a socket for NOTIFY_SOCKET") }
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      let failure = SystemError("cannot set up the socket for NOTIFY_SOCKET")
      close(descriptor)
      throw failure
    }
  }

  deinit {
    close(descriptor)
  }

  /// Says that the service serves, the first time, and then what is new. To be called in each round of the service's own
  /// work, and from nowhere else: then one that stands still says nothing.
  ///
  /// - Parameter status: how the service is, in a line for a person.
  public func report(status: String) {
    guard !isReady || status != saidStatus || isDue else { return }
    guard send((isReady ? [] : ["READY=1"]) + (status == saidStatus ? [] : [Self.line(status)])) else { return }
    isReady = true
    saidStatus = status
  }

  /// Gives a sign of life where one is due, in the midst of work that takes long.
  public func reportWorking() {
    if isReady, isDue { send([]) }
  }

  /// Says that the service is about to end.
  public func reportStopping() {
    send(["STOPPING=1", Self.line("ends")])
  }

  private var isDue: Bool {
    due.map { clock.now >= $0 } ?? false
  }

  private static func line(_ status: String) -> String {
    "STATUS=" + status.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  @discardableResult
  private func send(_ lines: [String]) -> Bool {
    let lines = lines + (address.patience == nil ? [] : ["WATCHDOG=1"])
    // A supervisor that takes nothing in must not make the service wait.
    let isSent = withSocketAddress { pointer, length in
      let text = Array(lines.joined(separator: "\n").utf8)
      return sendto(descriptor, text, text.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL), pointer, length)
        == text.count
    }
    if isSent {
      due = address.patience.map { clock.now + $0 / 2 }
    } else {
      let failure = SystemError("NOTIFY_SOCKET \(address.socket) takes nothing")
      due = clock.now + .seconds(1)
      if !hasFailed { reportFailure("\(failure)") }
    }
    hasFailed = !isSent
    return isSent
  }

  private func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var name = sockaddr_un()
    name.sun_family = sa_family_t(AF_UNIX)
    let isAbstract = address.socket.hasPrefix("@")
    withUnsafeMutableBytes(of: &name.sun_path) { path in
      path.copyBytes(from: address.socket.utf8)
      if isAbstract { path[0] = 0 }
    }
    // The path comes last in it.
    let length =
      MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: name.sun_path) + address.socket.utf8.count
      + (isAbstract ? 0 : 1)
    return withUnsafePointer(to: name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }
}
