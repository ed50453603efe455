/// One question at a time to a service's request socket, without waiting: its owner polls.
final class Requester {
  enum Outcome {
    /// Nothing new: nothing is asked, or the answer is not here yet.
    case waiting
    /// The answer's frames, the first of them JSON.
    case reply([[UInt8]])
    /// No answer came in time. The socket is closed, since an answer may still come; nothing is asked now.
    case timedOut
    /// The service was not connected for that long. The question stays, for a new connection: a protocol error ends
    /// one for good.
    case unreachable
  }

  /// How long a service may take to answer, from when the question was sent, and to come up before that.
  static let patience: Duration = .seconds(5)

  private let context: Context
  private let endpoint: String
  private let service: String?
  /// nil until something is asked: nobody reads what happens to a connection that nobody needs.
  private var socket: Socket?
  private(set) var connection: ClientConnection
  private var lastID = 0
  /// What pairs the answer with the question: a piece of JSON.
  private var expectedID: [UInt8] = []
  private var question: [UInt8] = []
  private var isSent = false
  /// Which connection it was sent on, counted from 1.
  private var sentOn = 0
  private var deadline: ContinuousClock.Instant?

  /// - Parameter service: whose socket it is; needed where the context has keys.
  init(context: Context, endpoint: String, service: String? = nil) throws(BusError) {
    self.context = context
    self.endpoint = endpoint
    self.service = service
    connection = ClientConnection(endpoint: endpoint, service: service, keys: context.keys)
    try connect()
  }

  var isAsking: Bool {
    deadline != nil
  }

  /// When `advance` has something to do although nothing arrived.
  var nextDeadline: ContinuousClock.Instant? {
    deadline
  }

  /// What to wait for while something is asked: the answer, and before that the connection.
  var pollItems: [PollItem] {
    guard let socket else { return [] }
    return [PollItem(socket), socket.monitor.pollItem]
  }

  /// Asks, at once where the service is connected. What was asked before and not answered is forgotten.
  ///
  /// - Parameter parameters: one JSON object, whose members go beside the name and the id. An `id` in it, such as that
  ///   of an episode, is the request's own as well.
  func ask(_ name: String, parameters: [UInt8], now: ContinuousClock.Instant) throws(BusError) {
    var json = Array(#"{"request":"#.utf8)
    json.append(jsonString: name)
    if let id = JSONMembers(parameters)?.value("id") {
      expectedID = Array(parameters[id])
    } else {
      lastID += 1
      expectedID = Array("\"\(lastID)\"".utf8)
      json.append(contentsOf: #","id":"#.utf8)
      json.append(contentsOf: expectedID)
    }
    let members = parameters.dropFirst()
    if members.first != UInt8(ascii: "}") { json.append(UInt8(ascii: ",")) }
    json.append(contentsOf: members)
    question = json
    isSent = false
    deadline = now + Self.patience
    if socket == nil { try connect() }
    // Nobody reads what happens to the connection while nothing is asked: the one before may be gone.
    if let socket { try connection.update(from: socket.monitor) }
    try send(now)
  }

  /// Sends what waits to be sent, and takes in what has arrived.
  func advance(now: ContinuousClock.Instant) throws(BusError) -> Outcome {
    if let socket { try connection.update(from: socket.monitor) }
    while let frames = try socket?.receive() {
      // Answers to what was asked before are dropped.
      guard isAsking, isSent, let first = frames.first, let members = JSONMembers(first),
        let id = members.value("id"), first[id].elementsEqual(expectedID)
      else { continue }
      deadline = nil
      return .reply(frames)
    }
    // What was asked on a connection that is gone is not answered any more, and may be asked twice.
    if isSent, connection.handshakes != sentOn || connection.state != .connected { isSent = false }
    try send(now)
    guard let deadline, now >= deadline else { return .waiting }
    guard isSent else {
      try connect()
      self.deadline = now + Self.patience
      return .unreachable
    }
    reset()
    return .timedOut
  }

  /// Forgets what was asked, and the connection with it: the next question has a new one.
  func reset() {
    deadline = nil
    socket = nil
  }

  private func send(_ now: ContinuousClock.Instant) throws(BusError) {
    // Before there is a connection, the socket would keep the question for whenever there is one, and the time for an
    // answer would run.
    guard isAsking, !isSent, connection.state == .connected, let socket, try socket.send([question]) else { return }
    isSent = true
    sentOn = connection.handshakes
    deadline = now + Self.patience
  }

  private func connect() throws(BusError) {
    do {
      let socket = try Socket(.requester, in: context, service: service)
      try socket.connect(endpoint)
      self.socket = socket
      connection.begin()
    } catch {
      // Strangers may have taken all file descriptors for a while. It is tried again where the service would be
      // unreachable.
      guard error.isShortage else { throw error }
      socket = nil
    }
  }
}
