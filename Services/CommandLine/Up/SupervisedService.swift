/// A service under `up`: its process, and when it is started again.
final class SupervisedService {
  private static let firstPause: Duration = .milliseconds(500)
  private static let longestPause: Duration = .seconds(30)
  /// Who has run for so long has had another trouble than before.
  private static let steadyAfter: Duration = .seconds(30)

  let address: ServiceAddress
  private let clock = ContinuousClock()
  private let start: () throws -> ChildProcess
  private(set) var child: ChildProcess?
  /// It has listened at its port since it was started last.
  private(set) var isReady = false
  /// It has listened once.
  private(set) var wasReady = false
  private(set) var startAt: ContinuousClock.Instant?
  private var startedAt: ContinuousClock.Instant?
  private var pause = firstPause

  init(_ address: ServiceAddress, start: @escaping () throws -> ChildProcess) {
    self.address = address
    self.start = start
  }

  var name: String { address.service.rawValue }

  func launch() throws {
    startAt = nil
    startedAt = clock.now
    isReady = false
    child = try start()
  }

  func launchIfDue() throws {
    if let startAt, clock.now >= startAt { try launch() }
  }

  /// Looks whether it listens by now.
  func lookWhetherReady() {
    guard child != nil, !isReady, TCPProbe.isListening(host: address.host, port: address.port + 1) else { return }
    isReady = true
    wasReady = true
  }

  /// Where its process has ended: how, and after what pause it starts again.
  func takeEnd() -> (end: ChildProcess.End, pause: Duration)? {
    guard let end = child?.end else { return nil }
    child = nil
    isReady = false
    if let startedAt, clock.now - startedAt >= Self.steadyAfter { pause = Self.firstPause }
    let wait = pause
    startAt = clock.now + wait
    pause = min(pause * 2, Self.longestPause)
    return (end, wait)
  }
}
