/// The request socket of a service: takes requests and answers them, and never waits for a client.
public final class Responder {
  /// A request and the way back to its asker.
  public struct Incoming: Sendable {
    /// What is asked.
    public let request: Request
    /// Whose key it came with; nil where the service has no keys.
    public let user: String?
    /// The client's id, and the empty delimiter where it sent one.
    fileprivate let route: [[UInt8]]
  }

  /// How much of what is no request is answered at once.
  private static let refusals = 100

  private let socket: Socket
  let connections: ServerConnections
  /// Where it listens: `tcp://127.0.0.1:5712`.
  public let endpoint: String
  /// How many replies could not be delivered: their clients were gone, or asked without reading.
  public private(set) var undeliveredReplies = 0

  /// Binds the socket.
  ///
  /// - Throws: where the address is taken or is none of this machine.
  public init(context: Context, endpoint: String) throws(BusError) {
    socket = try Socket(.responder, in: context)
    try socket.bind(endpoint)
    self.endpoint = try socket.boundEndpoint()
    connections = ServerConnections(of: socket, endpoint: self.endpoint)
  }

  /// What to wait for.
  public var pollItem: PollItem {
    PollItem(socket)
  }

  /// The next request, where one has arrived. What is no request is answered so and passed over, but only so many
  /// at once that a flood of it keeps nobody waiting.
  public func receive() throws(BusError) -> Incoming? {
    try connections.update()
    for _ in 0..<Self.refusals {
      guard let message = try socket.receiveWithUser() else { return nil }
      let frames = message.frames
      // The client's id; an empty frame where it is a REQ; then one frame of JSON.
      let hasDelimiter = frames.count > 2 && frames[1].isEmpty
      let route = Array(frames.prefix(hasDelimiter ? 2 : 1))
      let content = frames[route.count...]
      do throws(RequestError) {
        guard content.count == 1, let json = content.first else {
          throw RequestError(.badRequest, "a request is one frame of JSON")
        }
        guard json.count <= Limits.requestSize else {
          throw RequestError(.badRequest, "a request is at most 4 MiB")
        }
        return Incoming(request: try Request(json: json), user: message.user, route: route)
      } catch {
        try send(.error(error), id: content.first.flatMap(Request.id) ?? Array("null".utf8), route: route)
      }
    }
    return nil
  }

  /// Answers a request.
  public func send(_ reply: Reply, to incoming: Incoming) throws(BusError) {
    try send(reply, id: incoming.request.id, route: incoming.route)
  }

  /// Ends all connections and listens anew.
  func rebind() throws(BusError) {
    try socket.rebind(endpoint)
  }

  private func send(_ reply: Reply, id: [UInt8], route: [[UInt8]]) throws(BusError) {
    if try !socket.send(route + reply.frames(id: id)) { undeliveredReplies += 1 }
  }
}
