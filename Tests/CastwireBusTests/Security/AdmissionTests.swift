import TestSupport
import Testing

@testable import CastwireBus

/// Who gets in, with real sockets on both sides.
@Suite(.timeLimit(.minutes(5)))
struct AdmissionTests {
  typealias Keys = SecuredService.ClientKeys

  private static let request = Array(#"{"request":"service.status","id":1}"#.utf8)

  @Test func `who is listed with the roles hears events and is answered`() throws {
    let service = try SecuredService()
    let subscriber = try service.subscriber(.listed("all"))
    let requester = try service.requester(.listed("all"))
    #expect(try service.wait(for: "an event", polling: [PollItem(subscriber)]) { try subscriber.receive() }.count == 2)
    try service.wait(for: "a connection") { try requester.send([Self.request]) ? true : nil }
    let reply = try service.wait(for: "a reply", polling: [PollItem(requester)]) { try requester.receive() }
    #expect(String(decoding: reply[0], as: UTF8.self) == #"{"status":"ok","id":1,"result":{}}"#)
    #expect(service.lines.isEmpty, "\(service.lines)")
    #expect(service.sockets.counters["connections"] == 2 && service.sockets.counters["refusedKeys"] == 0)
    #expect(service.sockets.counters["protocolErrors"] == 0 && service.sockets.counters["disconnects"] == 0)
  }

  struct Stranger: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let keys: Keys
    let isEvents: Bool
    /// A word of the line that the log must have.
    let word: String
  }

  static let strangers: [Stranger] = [
    Stranger(testDescription: "an unlisted key, events", keys: .unlisted, isEvents: true, word: "unknown key"),
    Stranger(testDescription: "an unlisted key, requests", keys: .unlisted, isEvents: false, word: "unknown key"),
    Stranger(
      testDescription: "a key without the role, events", keys: .listed("reader"), isEvents: true,
      word: "lacks the role subscribe"),
    Stranger(testDescription: "a plain client, events", keys: .none, isEvents: true, word: "does not encrypt"),
    Stranger(testDescription: "a plain client, requests", keys: .none, isEvents: false, word: "does not encrypt"),
    Stranger(
      testDescription: "another key of the service, events", keys: .wrongServerKey("all"), isEvents: true,
      word: "another public key of this service"),
    Stranger(
      testDescription: "another key of the service, requests", keys: .wrongServerKey("all"), isEvents: false,
      word: "another public key of this service"),
  ]

  @Test(arguments: strangers) func `who may not gets nothing, and the log says it once`(stranger: Stranger) throws {
    let service = try SecuredService()
    var received: [[UInt8]] = []
    let context = try service.context(stranger.keys)
    // They stay: one that went in the midst of its next attempt would be told of for that, too.
    var sockets: [Socket] = []
    for _ in 0..<3 {
      let socket = try Socket(stranger.isEvents ? .subscriber : .requester, in: context, service: "catalog")
      if stranger.isEvents { try socket.subscribe("") }
      try socket.connect(stranger.isEvents ? service.endpoints.events : service.endpoints.requests)
      sockets.append(socket)
      received += try service.waitForEvent(of: socket) { event in
        switch event {
        case .notAdmitted(400), .protocolError, .handshakeBroken: true
        default: false
        }
      }
      if !stranger.isEvents { _ = try socket.send([Self.request]) }
    }
    try service.wait(for: "three refusals") {
      let counters = service.sockets.counters
      let names = ["refusedKeys", "protocolErrors", "brokenHandshakes"]
      return names.reduce(0) { $0 + (counters[$1] ?? 0) } >= 3 && !service.lines.isEmpty ? true : nil
    }
    try service.turn()
    #expect(received.isEmpty)
    #expect(service.asked.isEmpty)
    #expect(service.sockets.counters["connections"] == 0)
    // Of a connection that is gone at once the address, and then even the cause, may be beyond finding out.
    let isVague = service.lines[0].text.contains("unknown address") || service.lines[0].text.contains("hangs up")
    #expect(service.lines.count == 1 || isVague && service.lines.count <= 3, "\(service.lines.map(\.text))")
    #expect(Set(service.lines).count == service.lines.count && service.lines.allSatisfy(\.isWarning))
    #expect(service.lines.contains { $0.text.contains(stranger.word) }, "\(service.lines.map(\.text))")
    if case .unlisted = stranger.keys {
      let key = try #require(context.keys).publicKey
      #expect(
        service.lines.first?.text.contains("\(key)") == true && service.lines.first?.text.contains("127.0.0.1") == true)
    }
    withExtendedLifetime(sockets) {}
  }

  static let questions: [(key: String, request: String, isAnswered: Bool)] = [
    ("all", "replay", true), ("all", "episodes.list", true), ("all", "feeds.follow", true),
    ("subscriber", "replay", true), ("subscriber", "episodes.list", false), ("subscriber", "feeds.follow", false),
    ("reader", "replay", false), ("reader", "service.status", true), ("reader", "feeds.follow", false),
    ("controller", "replay", false), ("controller", "search", false), ("controller", "feeds.follow", true),
  ]

  @Test(arguments: questions)
  func `a request needs its role, and a refusal is in the log once`(
    question: (key: String, request: String, isAnswered: Bool)
  ) throws {
    let service = try SecuredService()
    let requester = try service.requester(.listed(question.key))
    for _ in 0..<3 {
      let json = Array(#"{"request":"\#(question.request)","id":1}"#.utf8)
      try service.wait(for: "a connection") { try requester.send([json]) ? true : nil }
      let reply = try service.wait(for: "a reply", polling: [PollItem(requester)]) { try requester.receive() }
      let members = try #require(JSONMembers(reply[0]))
      #expect(members.string("status") == (question.isAnswered ? "ok" : "error"))
      #expect(members.string("code") == (question.isAnswered ? nil : "refused"))
    }
    try service.turn()
    #expect(service.asked.count == (question.isAnswered ? 3 : 0))
    #expect(service.lines.count == (question.isAnswered ? 0 : 1), "\(service.lines)")
  }

  @Test func `a key that is struck out loses its live connections, and the others come back`() throws {
    let service = try SecuredService()
    let sockets = try ["all", "subscriber"].map { try service.subscriber(.listed($0)) }
    let requester = try service.requester(.listed("subscriber"))
    for socket in sockets + [requester] {
      try service.waitForEvent(of: socket) { $0 == .handshakeSucceeded }
    }
    #expect(try service.replaceList(service.list(without: ["subscriber"])) == ["subscriber"])
    try service.waitForEvent(of: sockets[0]) { $0 == .handshakeSucceeded }
    for socket in [sockets[1], requester] {
      try service.waitForEvent(of: socket) { $0 == .notAdmitted(status: 400) }
    }
    while try sockets[0].receive() != nil {}
    try service.wait(for: "an event", polling: [PollItem(sockets[0])]) { try sockets[0].receive() }
    while try sockets[1].receive() != nil {}
    for _ in 0..<5 { try service.turn() }
    #expect(try sockets[1].receive() == nil)
    // libzmq takes the pipe away soon after it has told of the refusal.
    try service.wait(for: "the end of the pipe") { try requester.send([Self.request]) ? nil : true }
    #expect(service.asked == [])
  }

  @Test func `a role that is taken away counts for a connection that stands`() throws {
    let service = try SecuredService()
    let requester = try service.requester(.listed("all"))
    try service.waitForEvent(of: requester) { $0 == .handshakeSucceeded }
    let list = try service.list().replacing("all subscribe,read,control", with: "all subscribe,control")
    #expect(try service.replaceList(list) == ["all"])
    // Who may still connect comes back after all connections were ended.
    try service.waitForEvent(of: requester) { $0 == .handshakeSucceeded }
    try service.wait(for: "a connection") { try requester.send([Self.request]) ? true : nil }
    let reply = try service.wait(for: "a reply", polling: [PollItem(requester)]) { try requester.receive() }
    #expect(JSONMembers(reply[0])?.string("code") == "refused")
  }

  @Test func `a key that is added is let in, the log says so, and nobody else is disturbed`() throws {
    let service = try SecuredService()
    let standing = try service.subscriber(.listed("all"))
    try service.waitForEvent(of: standing) { $0 == .handshakeSucceeded }
    let context = try service.context(.unlisted)
    let stranger = try Socket(.subscriber, in: context, service: "catalog")
    try stranger.connect(service.endpoints.events)
    try service.waitForEvent(of: stranger) { $0 == .notAdmitted(status: 400) }
    let line = "new subscribe \(try #require(context.keys).publicKey)\n"
    #expect(try service.replaceList(service.list() + line) == [])
    try stranger.disconnect(service.endpoints.events)
    try stranger.connect(service.endpoints.events)
    try service.waitForEvent(of: stranger) { $0 == .handshakeSucceeded }
    try service.wait(for: "the second line") { service.lines.count == 2 ? true : nil }
    #expect(service.lines.map(\.isWarning) == [true, false])
    #expect(service.lines[1].text.contains("'new' from 127.0.0.1, refused before, is let in now"))
    #expect(try standing.monitor.next() == nil, "its connection stands")
  }

  @Test func `a list that is broken or open to others leaves the old one in force`() throws {
    let service = try SecuredService()
    let good = try service.list()
    #expect(throws: KeyError.self) { try service.replaceList("nonsense\n") }
    #expect(throws: KeyError.self) { try service.replaceList(good + "x all y\n") }
    let subscriber = try service.subscriber(.listed("subscriber"))
    try service.waitForEvent(of: subscriber) { $0 == .handshakeSucceeded }
  }

  @Test func `a flood of unknown keys is told in a bounded number of lines, and all of it counted`() throws {
    let service = try SecuredService()
    let services = try service.folder.keyFile(of: "all").services
    for _ in 0..<15 {
      let sockets = try (0..<10).map { _ in
        let keys = KeyFile(name: "x", pair: try KeyPair.make(), services: services)
        let socket = try Socket(.requester, in: Context(keys: keys), service: "catalog")
        try socket.connect(service.endpoints.requests)
        return socket
      }
      for socket in sockets { try service.waitForEvent(of: socket) { $0 == .notAdmitted(status: 400) } }
    }
    try service.turn()
    #expect(service.sockets.counters["refusedKeys"] == 150)
    #expect(service.lines.count == ConnectionJournal.bound + 1)
    #expect(service.lines.last?.text.contains("counted") == true)
  }

  @Test func `without an allow-list no socket with keys is bound, and without a name none connected`() throws {
    let service = try SecuredService()
    let context = try service.context(.listed("all"))
    #expect(throws: BusError.self) { try EventPublisher(context: context, endpoint: "tcp://127.0.0.1:0") }
    #expect(throws: BusError.self) { try Responder(context: context, endpoint: "tcp://127.0.0.1:0") }
    #expect(throws: BusError.self) { try RequestClient(context: context, endpoint: service.endpoints.requests) }
    let error = #expect(throws: BusError.self) {
      try Subscription(context: context, endpoints: service.endpoints, service: "formatter", start: .beginning)
    }
    #expect(error?.description.contains("no public key") == true)
  }

  @Test(arguments: ["tcp://0.0.0.0:0", "tcp://[::1]:0", "tcp://[::]:0"])
  func `all addresses of the machine can be listened at`(endpoint: String) throws {
    let service = try SecuredService(events: endpoint, requests: endpoint)
    let socket = try Socket(.subscriber, in: try service.context(.listed("all")), service: "catalog")
    try socket.connect(Loopback.reachable(service.endpoints.events))
    try service.waitForEvent(of: socket) { $0 == .handshakeSucceeded }
    #expect(service.lines.isEmpty, "\(service.lines)")
  }
}
