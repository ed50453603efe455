internal import CZeroMQ
internal import Synchronization

/// What happens to the connections of a socket (zmq_socket_monitor(3)), for the socket's thread.
final class SocketMonitor {
  struct Event: Hashable {
    enum Kind: Hashable {
      case accepted(descriptor: Int32)
      case connected
      /// An attempt to connect failed: nobody listens, or nobody answers.
      case attemptFailed
      case handshakeSucceeded
      /// The connection ended before the handshake did; the code is the system's error.
      case handshakeBroken(Int32)
      /// What the peer said is not what it should; the code is one of ZMQ_PROTOCOL_ERROR_.
      case protocolError(Int32)
      /// The peer is not let in; the code is the ZAP handler's.
      case notAdmitted(status: Int32)
      case disconnected(descriptor: Int32)
    }

    let kind: Kind

    init?(_ frame: [UInt8]) {
      guard frame.count == 6 else { return nil }
      let (number, value) = frame.withUnsafeBytes {
        ($0.loadUnaligned(as: UInt16.self), $0.loadUnaligned(fromByteOffset: 2, as: Int32.self))
      }
      switch Int32(number) {
      case ZMQ_EVENT_ACCEPTED: kind = .accepted(descriptor: value)
      case ZMQ_EVENT_CONNECTED: kind = .connected
      case ZMQ_EVENT_CLOSED: kind = .attemptFailed
      case ZMQ_EVENT_HANDSHAKE_SUCCEEDED: kind = .handshakeSucceeded
      case ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL: kind = .handshakeBroken(value)
      case ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL: kind = .protocolError(value)
      case ZMQ_EVENT_HANDSHAKE_FAILED_AUTH: kind = .notAdmitted(status: value)
      case ZMQ_EVENT_DISCONNECTED: kind = .disconnected(descriptor: value)
      default: return nil
      }
    }
  }

  private static let lastNumber = Atomic<Int>(0)

  private let handle: UnsafeMutableRawPointer
  // Held so that the context outlives this socket.
  private let context: Context

  /// - Parameter events: the events' numbers, added up.
  init(of socket: UnsafeMutableRawPointer, in context: Context, events: Int32) throws(BusError) {
    let number = Self.lastNumber.add(1, ordering: .relaxed).newValue
    let endpoint = "inproc://castwire.monitor.\(number)"
    guard zmq_socket_monitor(socket, endpoint, events) == 0 else { throw BusError("cannot watch a socket") }
    guard let handle = zmq_socket(context.handle, ZMQ_PAIR) else { throw BusError("cannot make a monitor socket") }
    self.handle = handle
    self.context = context
    var zero: Int32 = 0
    // No high-water mark: libzmq's I/O thread waits where its events find no room, and with it all connections.
    guard zmq_setsockopt(handle, ZMQ_LINGER, &zero, MemoryLayout<Int32>.size) == 0,
      zmq_setsockopt(handle, ZMQ_RCVHWM, &zero, MemoryLayout<Int32>.size) == 0,
      zmq_connect(handle, endpoint) == 0
    else { throw BusError("cannot watch a socket") }
  }

  deinit {
    zmq_close(handle)
  }

  /// What to wait for.
  var pollItem: PollItem {
    PollItem(handle: handle)
  }

  /// The next event, where there is one; never waits.
  func next() throws(BusError) -> Event? {
    while let message = try Frames.receive(from: handle) {
      if let event = message.frames.first.flatMap({ Event($0) }) { return event }
    }
    return nil
  }
}

extension SocketKind {
  /// What is to be known of such a socket's connections.
  var monitoredEvents: Int32 {
    let handshake =
      ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_HANDSHAKE_FAILED_NO_DETAIL | ZMQ_EVENT_HANDSHAKE_FAILED_PROTOCOL
      | ZMQ_EVENT_HANDSHAKE_FAILED_AUTH | ZMQ_EVENT_DISCONNECTED
    switch self {
    case .publisher, .responder: return handshake | ZMQ_EVENT_ACCEPTED
    case .subscriber: return handshake | ZMQ_EVENT_CONNECTED | ZMQ_EVENT_CLOSED
    // Each attempt would be kept while its owner, which need not ask for days, does not read the monitor.
    case .requester: return handshake | ZMQ_EVENT_CONNECTED
    }
  }
}
