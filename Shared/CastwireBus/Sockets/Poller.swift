internal import CZeroMQ

/// Something to wait for: a socket of the bus or a file descriptor of the system.
public struct PollItem {
  let item: zmq_pollitem_t

  init(_ socket: Socket, toSend: Bool = false) {
    self.init(handle: socket.handle, toSend: toSend)
  }

  init(handle: UnsafeMutableRawPointer, toSend: Bool = false) {
    item = zmq_pollitem_t(
      socket: handle, fd: 0, events: Int16(ZMQ_POLLIN | (toSend ? ZMQ_POLLOUT : 0)), revents: 0)
  }

  /// A file descriptor that becomes readable.
  public init(readable descriptor: Int32) {
    item = zmq_pollitem_t(socket: nil, fd: descriptor, events: Int16(ZMQ_POLLIN), revents: 0)
  }
}

/// Waits for the first of several sockets and descriptors.
public enum Poller {
  /// Waits until one of the items is ready, the time is over or a signal arrives.
  ///
  /// - Parameter milliseconds: how long to wait at most; negative for ever.
  public static func wait(for items: [PollItem], milliseconds: Int) throws(BusError) {
    var items = items.map(\.item)
    guard zmq_poll(&items, Int32(items.count), milliseconds) < 0 else { return }
    let code = zmq_errno()
    guard code == EINTR else { throw BusError("cannot wait for sockets", code: code) }
  }
}
