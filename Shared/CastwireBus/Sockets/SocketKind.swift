internal import CZeroMQ

/// The four kinds of sockets on the bus with the options of each: the contract's, but for what is said below.
enum SocketKind {
  /// XPUB, bound: sends events and hears of subscriptions.
  case publisher
  /// SUB, connected: hears events.
  case subscriber
  /// ROUTER, bound: answers requests.
  case responder
  /// DEALER, connected: asks.
  case requester

  var type: Int32 {
    switch self {
    case .publisher: ZMQ_XPUB
    case .subscriber: ZMQ_SUB
    case .responder: ZMQ_ROUTER
    case .requester: ZMQ_DEALER
    }
  }

  /// The I/O thread that serves it, as a set of bits (ZMQ_AFFINITY). libzmq looks up the name of whom a socket connects to on
  /// the socket's thread, which can do nothing else meanwhile: that must not keep others from this process's services.
  var threads: UInt64 {
    switch self {
    case .publisher, .responder: 1 << 0
    case .subscriber, .requester: 1 << 1
    }
  }

  /// Options to set before bind or connect: heartbeats set later do nothing.
  var options: [(name: Int32, value: Int32)] {
    // Only where one asks, whose queue of answers never fills: where a queue is full while a heartbeat is due or its peer
    // dies, libzmq up to 4.3.5 aborts the process (zeromq/libzmq issues 3937 and 4767), and whoever may connect can fill
    // the queue of a service that is busy for some seconds. The silence of `$head` tells a subscriber of a dead
    // connection, and TCP tells a service.
    let heartbeats: [(Int32, Int32)] = [
      (ZMQ_HEARTBEAT_IVL, 2_000), (ZMQ_HEARTBEAT_TIMEOUT, 6_000), (ZMQ_HEARTBEAT_TTL, 6_000),
    ]
    // A peer that acknowledges nothing for 30 seconds is dead, and one that says nothing is asked.
    let accepting: [(Int32, Int32)] = [
      (ZMQ_HANDSHAKE_IVL, 3_000), (ZMQ_TCP_MAXRT, 30_000), (ZMQ_TCP_KEEPALIVE, 1), (ZMQ_TCP_KEEPALIVE_IDLE, 20),
      (ZMQ_TCP_KEEPALIVE_INTVL, 5), (ZMQ_TCP_KEEPALIVE_CNT, 3),
    ]
    let common: [(Int32, Int32)] =
      switch self {
      case .publisher: accepting + [(ZMQ_XPUB_VERBOSE, 1), (ZMQ_SNDHWM, 2_000)]
      case .subscriber:
        [
          (ZMQ_RCVHWM, 2_000), (ZMQ_SNDHWM, 10_000), (ZMQ_RECONNECT_IVL, 100), (ZMQ_RECONNECT_IVL_MAX, 5_000),
          (ZMQ_CONNECT_TIMEOUT, 3_000),
        ]
      // Few requests of a client wait here, of 4 MiB each as they may be; the others wait with it.
      case .responder: accepting + [(ZMQ_ROUTER_MANDATORY, 1), (ZMQ_SNDHWM, 64), (ZMQ_RCVHWM, 8)]
      // Not IMMEDIATE: with it libzmq up to 4.3.5 takes the pipe away from under an answer of many frames that is being
      // read while its sender goes, and aborts the process (zeromq/libzmq issue 3663). The monitor tells when to send.
      case .requester: heartbeats + [(ZMQ_SNDTIMEO, 5_000), (ZMQ_RCVTIMEO, 5_000)]
      }
    return common + [(ZMQ_LINGER, 0)]
  }

  /// The largest message that the socket takes in, in bytes; a larger one ends its connection.
  var maximumInboundSize: Int64? {
    switch self {
    case .publisher: 4_096
    case .subscriber: Int64(Limits.eventSize + 4_096)
    case .responder: Int64(Limits.requestSize + 4_096)
    case .requester: nil
    }
  }
}
