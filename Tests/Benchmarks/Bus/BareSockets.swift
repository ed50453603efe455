internal import CZeroMQ
internal import Foundation
internal import TestSupport

/// ZeroMQ by its own functions and nothing else: the yardstick for what the bus puts around it, and its clients.
final class BareSocket {
  let handle: UnsafeMutableRawPointer
  private let context: UnsafeMutableRawPointer

  init(_ type: Int32, options: [Int32: Int32] = [:]) throws {
    guard let context = zmq_ctx_new(), let handle = zmq_socket(context, type) else {
      throw BenchmarkError(message: "cannot make a socket")
    }
    (self.context, self.handle) = (context, handle)
    for (name, value) in options.merging([ZMQ_LINGER: 0], uniquingKeysWith: { $1 }) {
      var value = value
      try check(zmq_setsockopt(handle, name, &value, MemoryLayout<Int32>.size))
    }
  }

  deinit {
    zmq_close(handle)
    zmq_ctx_term(context)
  }

  func connect(_ endpoint: String) throws {
    try check(zmq_connect(handle, endpoint))
  }

  /// Binds to a port that the system chooses, and gives the address.
  func bind() throws -> String {
    try check(zmq_bind(handle, "tcp://127.0.0.1:*"))
    var (text, size) = ([CChar](repeating: 0, count: 256), 256)
    try check(zmq_getsockopt(handle, ZMQ_LAST_ENDPOINT, &text, &size))
    return String(decoding: text.prefix(size - 1).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func subscribe() throws {
    try check(zmq_setsockopt(handle, ZMQ_SUBSCRIBE, nil, 0))
  }

  func send(_ frames: [[UInt8]]) throws {
    for (index, frame) in frames.enumerated() {
      try check(zmq_send(handle, frame, frame.count, index + 1 < frames.count ? ZMQ_SNDMORE : 0))
    }
  }

  /// The size of the next frame and whether others follow, after waiting for it; nil once `milliseconds` passed without.
  func receive(milliseconds: Int32 = -1, into message: inout zmq_msg_t) throws -> (size: Int, isMore: Bool)? {
    if milliseconds >= 0 {
      var item = zmq_pollitem_t(socket: handle, fd: 0, events: Int16(ZMQ_POLLIN), revents: 0)
      if zmq_poll(&item, 1, Int(milliseconds)) <= 0 { return nil }
    }
    try check(zmq_msg_recv(&message, handle, 0))
    return (zmq_msg_size(&message), zmq_msg_more(&message) != 0)
  }

  private func check(_ result: Int32) throws {
    guard result < 0 else { return }
    throw BenchmarkError(message: "ZeroMQ: \(String(cString: zmq_strerror(zmq_errno())))")
  }
}

/// Counts the messages that reach a subscriber of everything, in a thread of its own.
final class CountingSubscriber: Sendable {
  struct State {
    var count = 0
    var isStopping = false
  }

  let state = Monitor(State())

  /// - Parameter highWaterMark: how many messages may wait; 0 for any number.
  init(_ endpoint: String, highWaterMark: Int32) throws {
    let socket = try BareSocket(ZMQ_SUB, options: [ZMQ_RCVHWM: highWaterMark])
    try socket.subscribe()
    try socket.connect(endpoint)
    // It is handed over and never used here again.
    nonisolated(unsafe) let handed = socket
    Thread.detachNewThread { [self] in
      var message = zmq_msg_t()
      zmq_msg_init(&message)
      defer { zmq_msg_close(&message) }
      var count = 0
      while true {
        guard let frame = try? handed.receive(milliseconds: 50, into: &message) else {
          if report(count) { return }
          continue
        }
        if frame.isMore { continue }
        count += 1
        if count % 1_000 == 0 || count == 1, report(count) { return }
      }
    }
  }

  /// Returns whether it is to stop.
  private func report(_ count: Int) -> Bool {
    state.withLock { state in
      state.count = count
      return state.isStopping
    }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
  }
}
