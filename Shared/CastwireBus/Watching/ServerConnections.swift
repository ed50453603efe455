internal import CZeroMQ
internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// What happens to the connections of a bound socket: figures, and who was refused.
final class ServerConnections {
  /// So many findings wait to be taken: a flood of them must not fill the memory.
  private static let bound = 1_000

  private let monitor: SocketMonitor
  private let endpoint: String
  /// Addresses of connections that stand, by descriptor.
  private var addresses: [Int32: String] = [:]
  private var findings: [Finding] = []
  /// What the connection that ends next is to be blamed for: the monitor tells the failure and the end one after the
  /// other, and only the end with the connection's descriptor.
  private var failure: SocketMonitor.Event.Kind?
  private(set) var counters = Counters()

  struct Counters {
    var handshakes = 0
    var brokenHandshakes = 0
    var protocolErrors = 0
    var disconnects = 0
  }

  /// - Parameter endpoint: where the socket is bound.
  init(of socket: Socket, endpoint: String) {
    monitor = socket.monitor
    self.endpoint = endpoint
  }

  var pollItem: PollItem {
    monitor.pollItem
  }

  /// Takes in what has happened.
  func update() throws(BusError) {
    while let event = try monitor.next() { take(event.kind) }
  }

  /// Who was refused since it was asked last, beside those whom the authenticator refused.
  func takeFindings() -> [Finding] {
    defer { findings = [] }
    return findings
  }

  /// Waits for the end of the service's own trial of its doors, and forgets it: it is no news.
  ///
  /// - Parameter trial: how many connections it made, and how many of these were not encrypted.
  func forget(_ trial: SecurityProbe.Trial) throws(BusError) {
    let end = ContinuousClock.now + .seconds(5)
    while counters.disconnects < trial.connections, ContinuousClock.now < end {
      try Poller.wait(for: [pollItem], milliseconds: 100)
      try update()
    }
    counters.disconnects = max(0, counters.disconnects - trial.connections)
    for _ in 0..<trial.plainConnections {
      // Should another client of this machine have come meanwhile, it does not matter whose line it is.
      guard let index = findings.firstIndex(where: { isOfThisMachine($0.address) }) else { return }
      if case .brokenHandshake = findings.remove(at: index) {
        counters.brokenHandshakes -= 1
      } else {
        counters.protocolErrors -= 1
      }
    }
  }

  private func take(_ event: SocketMonitor.Event.Kind) {
    switch event {
    case .accepted(let descriptor):
      addresses[descriptor] = Self.peerAddress(of: descriptor)
    case .handshakeSucceeded:
      counters.handshakes += 1
    case .handshakeBroken:
      counters.brokenHandshakes += 1
      failure = event
    case .protocolError:
      counters.protocolErrors += 1
      failure = event
    case .disconnected(let descriptor):
      counters.disconnects += 1
      let address = addresses.removeValue(forKey: descriptor) ?? Finding.unknownAddress
      if let finding = failure.flatMap({ Self.finding($0, address) }), findings.count < Self.bound {
        findings.append(finding)
      }
      failure = nil
    case .connected, .attemptFailed, .notAdmitted:
      break
    }
  }

  private func isOfThisMachine(_ address: String?) -> Bool {
    guard let address else { return false }
    return address == Finding.unknownAddress || address.hasPrefix("127.") || address == "::1"
      || endpoint.contains("//\(address):") || endpoint.contains("//[\(address)]:")
  }

  private static func finding(_ failure: SocketMonitor.Event.Kind, _ address: String) -> Finding? {
    switch failure {
    case .protocolError(ZMQ_PROTOCOL_ERROR_ZMTP_MECHANISM_MISMATCH): .encryptionMismatch(address: address)
    case .protocolError(ZMQ_PROTOCOL_ERROR_ZMTP_CRYPTOGRAPHIC): .otherServerKey(address: address)
    case .protocolError: .protocolError(address: address)
    // A client that sees from the greeting that it will not get in hangs up in order.
    case .handshakeBroken(EPIPE): .brokenHandshake(address: address)
    default: nil
    }
  }

  /// The IP address at the other end of a connection, as far as it still is one: the descriptor is libzmq's, which may
  /// have closed it by now. It serves the log alone.
  private static func peerAddress(of descriptor: Int32) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getpeername(descriptor, address, &size) == 0 else { return Int32(-1) }
        return getnameinfo(address, size, &host, socklen_t(host.count), nil, 0, NI_NUMERICHOST)
      }
    }
    guard result == 0 else { return nil }
    let text = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.isEmpty ? nil : text
  }
}
