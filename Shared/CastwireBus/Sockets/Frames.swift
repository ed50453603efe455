internal import CZeroMQ

/// Messages of a ZeroMQ socket: lists of frames.
enum Frames {
  /// A message that came in.
  struct Message {
    var frames: [[UInt8]]
    /// The name that the authenticator gave the sender; nil where there is no encryption.
    var user: String?
  }

  /// The next message.
  ///
  /// - Parameters:
  ///   - flags: `ZMQ_DONTWAIT`, or 0 to wait.
  ///   - asksUser: whether it matters who sent it.
  /// - Returns: nil where none has arrived whole.
  static func receive(
    from handle: UnsafeMutableRawPointer, flags: Int32 = ZMQ_DONTWAIT, asksUser: Bool = false
  ) throws(BusError) -> Message? {
    var result = Message(frames: [])
    var message = zmq_msg_t()
    zmq_msg_init(&message)
    defer { zmq_msg_close(&message) }
    repeat {
      var code: Int32 = 0
      repeat {
        code = zmq_msg_recv(&message, handle, flags) < 0 ? zmq_errno() : 0
        // A signal between two frames must not cut the message.
      } while code == EINTR
      guard code == 0 else {
        // The frames of a message arrive together, so only the first can be missing.
        guard code == EAGAIN else { throw BusError("cannot receive", code: code) }
        return nil
      }
      result.frames.append(
        Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
    } while zmq_msg_more(&message) != 0
    // The frame with the client's id, which ROUTER adds, has none. What a client says of itself in the handshake does
    // not come before what the authenticator said.
    if asksUser, let user = zmq_msg_gets(&message, "User-Id") { result.user = String(cString: user) }
    return result
  }

  /// Sends a message without waiting.
  ///
  /// - Returns: false where the peer is gone or its queue is full: nothing was sent.
  static func send(_ frames: [[UInt8]], to handle: UnsafeMutableRawPointer) throws(BusError) -> Bool {
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
