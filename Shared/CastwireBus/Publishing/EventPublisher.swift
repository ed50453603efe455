/// The event socket of a service: sends events and `$head` to whoever subscribes, and never waits for anyone.
///
/// A subscriber that is too slow misses events and fetches them by replay.
public final class EventPublisher {
  /// How much of what subscribers say is taken in at once: a flood of it must not keep the service from all else.
  private static let subscriptionCount = 100

  private let socket: Socket
  let connections: ServerConnections
  /// Where it listens: `tcp://127.0.0.1:5711`.
  public let endpoint: String

  /// Binds the socket.
  ///
  /// - Throws: where the address is taken or is none of this machine.
  public init(context: Context, endpoint: String) throws(BusError) {
    socket = try Socket(.publisher, in: context)
    try socket.bind(endpoint)
    self.endpoint = try socket.boundEndpoint()
    connections = ServerConnections(of: socket, endpoint: self.endpoint)
  }

  /// What to wait for: subscriptions.
  public var pollItem: PollItem {
    PollItem(socket)
  }

  /// Sends an event; one over 64 KiB is left to replay.
  public func send(topic: Topic, json: [UInt8]) throws(BusError) {
    guard json.count <= Limits.liveEventSize else { return }
    try send(frames: [Array(topic.text.utf8), json])
  }

  /// Sends `$head`.
  ///
  /// - Parameter json: a `Head`.
  public func send(head json: [UInt8]) throws(BusError) {
    try send(frames: [Array(Topic.head.utf8), json])
  }

  /// Takes in what subscribers said, or some of it where it is much.
  ///
  /// - Returns: true where somebody subscribed, so that `$head` is due.
  public func receiveSubscriptions() throws(BusError) -> Bool {
    try connections.update()
    var isNew = false
    // 1 and a prefix subscribes, 0 and a prefix ends it (ZMTP 3.1).
    for _ in 0..<Self.subscriptionCount {
      guard let frames = try socket.receive() else { break }
      isNew = isNew || frames.first?.first == 1
    }
    return isNew
  }

  /// Ends all connections and listens anew.
  func rebind() throws(BusError) {
    try socket.rebind(endpoint)
  }

  private func send(frames: [[UInt8]]) throws(BusError) {
    // XPUB drops for those whose queue is full, each by itself, and so always takes a message.
    guard try socket.send(frames) else { throw BusError("cannot publish", message: "the socket takes no message") }
  }
}
