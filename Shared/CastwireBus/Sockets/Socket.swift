internal import CZeroMQ

/// A ZeroMQ socket, for the thread that made it. A message is a list of frames.
///
/// Its monitor has to be read: what happens to connections is kept there until then.
final class Socket {
  let handle: UnsafeMutableRawPointer
  let monitor: SocketMonitor
  // Held so that the context outlives its sockets.
  private let context: Context

  /// - Parameter service: whom a client connects to; needed where the context has keys.
  convenience init(_ kind: SocketKind, in context: Context, service: String? = nil) throws(BusError) {
    try self.init(kind, in: context) { socket throws(BusError) in
      try socket.secure(kind, in: context, service: service)
    }
  }

  /// - Parameter secure: sets the options of encryption, before the socket is bound or connected.
  init(_ kind: SocketKind, in context: Context, secure: (Socket) throws(BusError) -> Void) throws(BusError) {
    guard let handle = zmq_socket(context.handle, kind.type) else { throw BusError("cannot make a \(kind) socket") }
    self.handle = handle
    self.context = context
    do {
      monitor = try SocketMonitor(of: handle, in: context, events: kind.monitoredEvents)
    } catch {
      zmq_close(handle)
      throw error
    }
    for (name, value) in kind.options { try set(name, value) }
    var threads = kind.threads
    guard zmq_setsockopt(handle, ZMQ_AFFINITY, &threads, MemoryLayout<UInt64>.size) == 0 else {
      throw BusError("cannot set the thread of a \(kind) socket")
    }
    if var size = kind.maximumInboundSize,
      zmq_setsockopt(handle, ZMQ_MAXMSGSIZE, &size, MemoryLayout<Int64>.size) != 0
    {
      throw BusError("cannot set the largest message of a \(kind) socket")
    }
    try secure(self)
  }

  deinit {
    // An event that nobody takes any more would keep libzmq's I/O thread waiting for ever.
    zmq_socket_monitor(handle, nil, 0)
    zmq_close(handle)
  }

  func set(_ option: Int32, _ value: Int32) throws(BusError) {
    var value = value
    guard zmq_setsockopt(handle, option, &value, MemoryLayout<Int32>.size) == 0 else {
      throw BusError("cannot set socket option \(option)")
    }
  }

  func subscribe(_ prefix: String) throws(BusError) {
    guard zmq_setsockopt(handle, ZMQ_SUBSCRIBE, prefix, prefix.utf8.count) == 0 else {
      throw BusError("cannot subscribe to '\(prefix)'")
    }
  }

  func bind(_ endpoint: String) throws(BusError) {
    try allowIPv6(endpoint)
    guard zmq_bind(handle, endpoint) == 0 else { throw BusError("cannot listen at \(endpoint)") }
  }

  /// Ends all connections and listens anew.
  ///
  /// - Parameter endpoint: as `boundEndpoint` says it.
  func rebind(_ endpoint: String) throws(BusError) {
    // libzmq ends what a listener has accepted with the listener.
    guard zmq_unbind(handle, endpoint) == 0 else { throw BusError("cannot stop listening at \(endpoint)") }
    let end = ContinuousClock.now + .seconds(5)
    while zmq_bind(handle, endpoint) != 0 {
      let error = BusError("cannot listen at \(endpoint) again")
      // The I/O thread closes the listener some time after it was told to.
      guard error.code == EADDRINUSE, ContinuousClock.now < end else { throw error }
      try Poller.wait(for: [], milliseconds: 1)
    }
  }

  func connect(_ endpoint: String) throws(BusError) {
    try allowIPv6(endpoint)
    guard zmq_connect(handle, endpoint) == 0 else { throw BusError("cannot connect to \(endpoint)") }
  }

  func disconnect(_ endpoint: String) throws(BusError) {
    guard zmq_disconnect(handle, endpoint) == 0 else { throw BusError("cannot disconnect from \(endpoint)") }
  }

  /// The address that the socket is bound to, with the port that the system chose where 0 was asked for.
  func boundEndpoint() throws(BusError) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    var size = buffer.count
    guard zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &buffer, &size) == 0 else {
      throw BusError("cannot read a socket's address")
    }
    return String(decoding: buffer.prefix(max(0, size - 1)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The next message, where one has arrived whole; never waits.
  func receive() throws(BusError) -> [[UInt8]]? {
    try Frames.receive(from: handle)?.frames
  }

  /// The next message with who sent it; never waits.
  func receiveWithUser() throws(BusError) -> Frames.Message? {
    try Frames.receive(from: handle, asksUser: true)
  }

  /// Sends a message without waiting.
  ///
  /// - Returns: false where the peer is gone or its queue is full: nothing was sent.
  func send(_ frames: [[UInt8]]) throws(BusError) -> Bool {
    try Frames.send(frames, to: handle)
  }

  /// Names are looked up as IPv4 alone, as most machines have no more; an address of IPv6 says itself what it is.
  private func allowIPv6(_ endpoint: String) throws(BusError) {
    if endpoint.contains("[") { try set(ZMQ_IPV6, 1) }
  }
}
