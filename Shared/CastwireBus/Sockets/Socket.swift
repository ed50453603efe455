internal import CZeroMQ

/// A ZeroMQ socket, for the thread that made it. A message is a list of frames.
final class Socket {
  let handle: UnsafeMutableRawPointer
  // Held so that the context outlives its sockets.
  private let context: Context

  init(_ kind: SocketKind, in context: Context) throws(BusError) {
    guard let handle = zmq_socket(context.handle, kind.type) else { throw BusError("cannot make a \(kind) socket") }
    self.handle = handle
    self.context = context
    for (name, value) in kind.options { try set(name, value) }
    if var size = kind.maximumInboundSize,
      zmq_setsockopt(handle, ZMQ_MAXMSGSIZE, &size, MemoryLayout<Int64>.size) != 0
    {
      throw BusError("cannot set the largest message of a \(kind) socket")
    }
  }

  deinit {
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
    guard zmq_bind(handle, endpoint) == 0 else { throw BusError("cannot listen at \(endpoint)") }
  }

  func connect(_ endpoint: String) throws(BusError) {
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
    var frames: [[UInt8]] = []
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    repeat {
      var code: Int32 = 0
      repeat {
        code = zmq_msg_recv(&message, handle, ZMQ_DONTWAIT) < 0 ? zmq_errno() : 0
        // A signal between two frames must not cut the message.
      } while code == EINTR
      guard code == 0 else {
        // The frames of a message arrive together, so only the first can be missing.
        guard code == EAGAIN else { throw BusError("cannot receive", code: code) }
        return nil
      }
      frames.append(Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
    } while zmq_msg_more(&message) != 0
    return frames
  }

  /// Sends a message without waiting.
  ///
  /// - Returns: false where the peer is gone or its queue is full: nothing was sent.
  func send(_ frames: [[UInt8]]) throws(BusError) -> Bool {
    for (index, frame) in frames.enumerated() {
      let flags = index + 1 < frames.count ? ZMQ_DONTWAIT | ZMQ_SNDMORE : ZMQ_DONTWAIT
      var sent: Int32
      repeat {
        sent = frame.withUnsafeBytes { zmq_send(handle, $0.baseAddress, $0.count, flags) }
      } while sent < 0 && zmq_errno() == EINTR
      guard sent >= 0 else {
        let code = zmq_errno()
        // Once the first frame is taken, ZeroMQ takes the others or drops the message as a whole.
        guard code == EAGAIN || code == EHOSTUNREACH else { throw BusError("cannot send", code: code) }
        return false
      }
    }
    return true
  }
}
