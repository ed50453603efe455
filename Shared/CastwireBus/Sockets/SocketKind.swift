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

  /// Options to set before bind or connect: heartbeats set later do nothing.
  var options: [(name: Int32, value: Int32)] {
    let heartbeats: [(Int32, Int32)] = [
      (ZMQ_HEARTBEAT_IVL, 2_000), (ZMQ_HEARTBEAT_TIMEOUT, 6_000), (ZMQ_HEARTBEAT_TTL, 6_000), (ZMQ_LINGER, 0),
    ]
    switch self {
    case .publisher:
      return heartbeats + [
        (ZMQ_XPUB_VERBOSE, 1), (ZMQ_SNDHWM, 2_000), (ZMQ_HANDSHAKE_IVL, 3_000), (ZMQ_TCP_KEEPALIVE, 1),
      ]
    case .subscriber:
      // No heartbeats: where a subscriber's queue is full while one is due or its peer has died, libzmq up to 4.3.5
      // aborts the process (zeromq/libzmq issues 3937 and 4767). The silence of `$head` tells a dead connection.
      return [
        (ZMQ_LINGER, 0), (ZMQ_RCVHWM, 2_000), (ZMQ_SNDHWM, 10_000), (ZMQ_RECONNECT_IVL, 100),
        (ZMQ_RECONNECT_IVL_MAX, 5_000),
        (ZMQ_CONNECT_TIMEOUT, 3_000),
      ]
    case .responder:
      // Few requests of a client wait here, of 4 MiB each as they may be; the others wait with it.
      return heartbeats + [
        (ZMQ_ROUTER_MANDATORY, 1), (ZMQ_SNDHWM, 64), (ZMQ_RCVHWM, 8), (ZMQ_HANDSHAKE_IVL, 3_000),
      ]
    case .requester:
      // Not IMMEDIATE: with it libzmq up to 4.3.5 takes the pipe away from under an answer of many frames that is being
      // read while its sender goes, and aborts the process (zeromq/libzmq issue 3663). The monitor tells when to send.
      return heartbeats + [(ZMQ_SNDTIMEO, 5_000), (ZMQ_RCVTIMEO, 5_000)]
    }
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
