/// The event socket of a subscription. Its queue is emptied also while a replay is under way, into a bounded buffer:
/// a queue that stays full keeps libzmq from noticing what happens to the connection.
final class LiveEvents {
  /// What came in.
  struct Message {
    let frames: [[UInt8]]
    /// True where it was held back during a replay, whose answer may be newer.
    let isHeld: Bool
  }

  /// The most messages that are held back during a replay.
  static let heldCount = 2_000
  /// The most bytes that are held back during a replay.
  static let heldSize = 8 << 20

  private let endpoint: String
  private let socket: Socket
  private(set) var connection: ClientConnection
  /// When a connection that libzmq has given up is made anew.
  private(set) var reconnectAt: ContinuousClock.Instant?
  private var held: [[[UInt8]]] = []
  private var taken = 0
  private var size = 0

  init(context: Context, endpoint: String, service: String?, prefixes: [String]) throws(BusError) {
    self.endpoint = endpoint
    socket = try Socket(.subscriber, in: context, service: service)
    connection = ClientConnection(endpoint: endpoint, service: service, keys: context.keys)
    for prefix in prefixes { try socket.subscribe(prefix) }
    try socket.connect(endpoint)
  }

  var pollItems: [PollItem] {
    [PollItem(socket), socket.monitor.pollItem]
  }

  /// Takes in what has happened to the connection, and makes a new one where libzmq has given it up.
  func watch(_ now: ContinuousClock.Instant) throws(BusError) {
    try connection.update(from: socket.monitor)
    guard connection.isGivenUp else { return }
    if let reconnectAt, now >= reconnectAt { return try reconnect() }
    if reconnectAt == nil { reconnectAt = now + Requester.patience }
  }

  /// True while there is something to take that no poll tells of.
  var isHolding: Bool {
    taken < held.count
  }

  /// The next message in the order of arrival.
  func receive() throws(BusError) -> Message? {
    if isHolding {
      defer { taken += 1 }
      return Message(frames: held[taken], isHeld: true)
    }
    if taken > 0 { forget() }
    return try socket.receive().map { Message(frames: $0, isHeld: false) }
  }

  /// Takes in what has arrived and keeps it for later; what does not fit is forgotten, and shows as a gap then.
  func hold() throws(BusError) {
    // As much as the queue holds is enough for one turn.
    for _ in 0..<Self.heldCount {
      guard let frames = try socket.receive() else { return }
      let bytes = frames.reduce(0) { $0 + $1.count }
      if held.count >= Self.heldCount || size + bytes > Self.heldSize { forget() }
      held.append(frames)
      size += bytes
    }
  }

  /// Makes the connection anew.
  func reconnect() throws(BusError) {
    forget()
    reconnectAt = nil
    connection.begin()
    try socket.disconnect(endpoint)
    try socket.connect(endpoint)
  }

  private func forget() {
    held.removeAll(keepingCapacity: false)
    taken = 0
    size = 0
  }
}
