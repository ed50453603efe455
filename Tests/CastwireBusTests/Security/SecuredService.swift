import TestSupport
import Testing

@testable import CastwireBus

/// A service's sockets with keys, whose part the test plays, and clients of all kinds.
final class SecuredService {
  /// What a client has for keys.
  enum ClientKeys: Sendable {
    case listed(String)
    case unlisted
    /// Of a listed client, which has another key of the service.
    case wrongServerKey(String)
    case none
  }

  struct NothingCame: Error {
    let wanted: String
  }

  let directory: TemporaryDirectory
  let folder: KeyFolder
  let sockets: ServiceSockets
  private(set) var lines: [ConnectionJournal.Line] = []
  private(set) var asked: [String] = []

  init(
    events: String = "tcp://127.0.0.1:0", requests: String = "tcp://127.0.0.1:0",
    judge: @escaping @Sendable (AllowList, Applicant) -> Admission = { $0.admission(of: $1) }
  ) throws {
    directory = try TemporaryDirectory()
    folder = KeyFolder(path: directory.path(of: "keys"))
    _ = try folder.prepare(members: [
      KeyFolder.Member("catalog", roles: [.read], isService: true),
      KeyFolder.Member("all", roles: [.subscribe, .read, .control], isService: false),
      KeyFolder.Member("subscriber", roles: [.subscribe], isService: false),
      KeyFolder.Member("reader", roles: [.read], isService: false),
      KeyFolder.Member("controller", roles: [.control], isService: false),
    ])
    sockets = try ServiceSockets(
      events: events, requests: requests, security: ServiceSockets.Security(service: "catalog", folder: folder),
      judge: judge)
  }

  var endpoints: Subscription.Endpoints {
    Subscription.Endpoints(events: sockets.publisher.endpoint, requests: sockets.responder.endpoint)
  }

  /// The context of a client.
  func context(_ keys: ClientKeys) throws -> Context {
    switch keys {
    case .listed(let name): return Context(keys: try folder.keyFile(of: name))
    case .unlisted:
      let services = try folder.keyFile(of: "all").services
      return Context(keys: KeyFile(name: "stranger", pair: try KeyPair.make(), services: services))
    case .wrongServerKey(let name):
      let pair = try folder.keyFile(of: name).pair
      return Context(keys: KeyFile(name: name, pair: pair, services: ["catalog": try KeyPair.make().publicKey]))
    case .none: return Context()
    }
  }

  func subscriber(_ keys: ClientKeys) throws -> Socket {
    let socket = try Socket(.subscriber, in: try context(keys), service: "catalog")
    try socket.subscribe("")
    try socket.connect(endpoints.events)
    return socket
  }

  func requester(_ keys: ClientKeys) throws -> Socket {
    let socket = try Socket(.requester, in: try context(keys), service: "catalog")
    try socket.connect(endpoints.requests)
    return socket
  }

  /// One turn of the service: an event for whoever hears, an answer to each question, lines for the log.
  func turn() throws {
    _ = try sockets.publisher.receiveSubscriptions()
    try sockets.publisher.send(head: Array("{}".utf8))
    while let incoming = try sockets.responder.receive() {
      do throws(RequestError) {
        try sockets.check(incoming, controlRequests: ["feeds.follow"])
        asked.append(incoming.request.name)
        try? sockets.responder.send(.ok(result: Array("{}".utf8)), to: incoming)
      } catch {
        try sockets.responder.send(.error(error), to: incoming)
      }
    }
    lines += try sockets.takeLines()
  }

  /// Turns the service until `attempt` gives a value.
  @discardableResult
  func wait<Value>(
    for wanted: String, polling items: [PollItem] = [], _ attempt: () throws -> Value?
  ) throws -> Value {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
      try turn()
      if let value = try attempt() { return value }
      try Poller.wait(for: sockets.pollItems(takesRequests: true) + items, milliseconds: 10)
    }
    throw NothingCame(wanted: "\(wanted); the log: \(lines.map(\.text))")
  }

  /// Turns the service until a socket's monitor tells an event that is wanted; gives what came in meanwhile, too.
  @discardableResult
  func waitForEvent(
    of socket: Socket, _ isWanted: @escaping (SocketMonitor.Event.Kind) -> Bool
  ) throws -> [[UInt8]] {
    var received: [[UInt8]] = []
    try wait(for: "an event", polling: [socket.monitor.pollItem]) { () -> Bool? in
      while let frames = try socket.receive() { received += frames }
      while let event = try socket.monitor.next() {
        if isWanted(event.kind) { return true }
      }
      return nil
    }
    return received
  }

  /// Writes another list and reads it, as SIGHUP does.
  func replaceList(_ text: String) throws -> [String] {
    let path = folder.allowListPath
    try PrivateFile.replace(path, Array(text.utf8))
    return try sockets.reloadAllowList()
  }

  /// The list without those lines.
  func list(without names: Set<String> = []) throws -> String {
    try folder.allowList().entries.filter { !names.contains($0.name) }.map { "\($0.line)\n" }.joined()
  }
}
