internal import CZeroMQ

/// Tries the doors of a service as somebody would who may not come in: libzmq 4.3.4 lets such in where something about
/// authentication is not set up as it must be, and says nothing.
struct SecurityProbe {
  /// How one attempt ended.
  private enum Outcome {
    case open
    case refused
    case gotIn
  }

  /// What one of the sockets saw of the trial.
  struct Trial {
    /// So many connections were made.
    var connections = 0
    /// So many of them were not encrypted.
    var plainConnections = 0
  }

  /// A client that must be refused.
  private final class Attempt {
    let socket: Socket
    let words: String
    let isPlain: Bool
    var outcome = Outcome.open
    var connections = 0

    init(_ kind: SocketKind, at endpoint: String, in context: Context, key: (KeyPair, PublicKey)?) throws(BusError) {
      isPlain = key == nil
      words = "\(key == nil ? "a client that does not encrypt" : "an unlisted key") at \(endpoint)"
      socket = try Socket(kind, in: context) { socket throws(BusError) in
        if let (pair, server) = key { try socket.secure(pair: pair, server: server) }
        // It is not to try again: the service would take that for somebody else.
        try socket.set(ZMQ_RECONNECT_IVL, -1)
        if kind.type == ZMQ_SUB { try socket.subscribe("") }
      }
      try socket.connect(endpoint)
    }

    func update() throws(BusError) {
      while let event = try socket.monitor.next() {
        switch event.kind {
        case .connected: connections += 1
        case .handshakeSucceeded: outcome = .gotIn
        case .notAdmitted, .protocolError:
          if outcome == .open { outcome = .refused }
        // The service ends the connection as soon as it has read the greeting of a client that does not encrypt;
        // whether its own still comes, which would say why, depends on whose thread was quicker.
        case .handshakeBroken where isPlain:
          if outcome == .open { outcome = .refused }
        default: break
        }
      }
    }
  }

  /// - Parameters:
  ///   - pair: keys that are not in the allow-list.
  ///   - patience: how long the attempts may take together. On a machine that is not stuck they take milliseconds.
  /// - Throws: `SecurityProbeError` where one gets in, or where it cannot be told.
  @discardableResult
  static func run(
    events: String, requests: String, server: PublicKey, pair: KeyPair, patience: Duration = .seconds(30)
  ) throws -> (events: Trial, requests: Trial) {
    let context = Context()
    let doors: [(SocketKind, String)] = [(.subscriber, events), (.requester, requests)]
    var attempts: [Attempt] = []
    for (kind, endpoint) in doors {
      for key in [(pair, server), nil] {
        attempts.append(try Attempt(kind, at: Loopback.reachable(endpoint), in: context, key: key))
      }
    }
    let clock = ContinuousClock()
    let end = clock.now + patience
    while true {
      for attempt in attempts { try attempt.update() }
      if let open = attempts.first(where: { $0.outcome == .gotIn }) {
        throw SecurityProbeError("\(open.words) gets in, so the service does not run: is libzmq whole, with CURVE?")
      }
      guard let waiting = attempts.first(where: { $0.outcome == .open }) else {
        return (trial(attempts[..<2]), trial(attempts[2...]))
      }
      let now = clock.now
      guard now < end else {
        throw SecurityProbeError(
          "whether \(waiting.words) is refused could not be told within \(patience), so the service does not run")
      }
      try Poller.wait(for: attempts.map(\.socket.monitor.pollItem), milliseconds: (end - now).wholeMilliseconds)
    }
  }

  private static func trial(_ attempts: ArraySlice<Attempt>) -> Trial {
    Trial(
      connections: attempts.reduce(0) { $0 + $1.connections },
      plainConnections: attempts.reduce(0) { $0 + ($1.isPlain ? $1.connections : 0) })
  }
}

/// A service's sockets are open to who may not use them, or may be.
public struct SecurityProbeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error in words, for a person.
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
