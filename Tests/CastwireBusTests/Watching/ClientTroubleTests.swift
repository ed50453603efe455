import TestSupport
import Testing

@testable import CastwireBus

/// What a client says of a service that will not have it.
@Suite(.timeLimit(.minutes(5)))
struct ClientTroubleTests {
  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let keys: SecuredService.ClientKeys
    let word: String
    let states: Set<ConnectionState>
  }

  static let troubles: [Trouble] = [
    Trouble(testDescription: "unlisted", keys: .unlisted, word: "refuses the key 'stranger' (", states: [.refused]),
    // The service ends such a connection as soon as it has the greeting; whether its own still arrives is the system's.
    Trouble(
      testDescription: "plain", keys: .none, word: "give this process a key file",
      states: [.encryptionMismatch, .handshakeFailed]),
    Trouble(
      testDescription: "wrong service key", keys: .wrongServerKey("all"), word: "its key is another",
      states: [.handshakeFailed]),
  ]

  @Test(arguments: troubles) func `a subscription says what is to be mended`(trouble: Trouble) throws {
    let service = try SecuredService()
    let subscription = try Subscription(
      context: service.context(trouble.keys), endpoints: service.endpoints, service: "catalog", start: .beginning)
    try service.wait(for: "the trouble") {
      _ = try subscription.next(now: .now)
      return trouble.states.contains(subscription.connectionState) && subscription.trouble != nil ? true : nil
    }
    #expect(subscription.trouble?.contains(trouble.word) == true, "\(subscription.trouble ?? "")")
    #expect(subscription.trouble?.hasPrefix("catalog at tcp://") == true)
  }

  @Test(arguments: troubles) func `a client that asks is told`(trouble: Trouble) async throws {
    let service = try SecuredService()
    let (context, endpoint) = (try service.context(trouble.keys), service.endpoints.requests)
    // The service's sockets need nobody who turns them to refuse: the authenticator has a thread of its own.
    let error = #expect(throws: RequestError.self) {
      try RequestClient(context: context, endpoint: endpoint, service: "catalog")
        .ask("x", [String: Int](), patience: .seconds(60))
    }
    let codes = trouble.states.map { $0 == .handshakeFailed ? RequestError.Code.unavailable : .refused }
    #expect(error.map { codes.contains($0.code) } == true)
    #expect(error?.message.contains(trouble.word) == true, "\(error?.message ?? "")")
  }

  @Test func `keys on one side alone are told on both`() throws {
    let service = try DrivenService()
    let secured = try SecuredService()
    let error = #expect(throws: RequestError.self) {
      try RequestClient(
        context: secured.context(.listed("all")), endpoint: service.responder.endpoint, service: "catalog"
      ).ask("x", [String: Int](), patience: .seconds(60))
    }
    #expect(error?.message.contains("does not encrypt") == true, "\(error?.message ?? "")")
    var journal = ConnectionJournal(encrypts: false, allowListPath: "")
    var lines: [String] = []
    let end = ContinuousClock.now + .seconds(60)
    while lines.isEmpty, ContinuousClock.now < end {
      try Poller.wait(for: [service.responder.connections.pollItem], milliseconds: 100)
      try service.responder.connections.update()
      lines += service.responder.connections.takeFindings().compactMap { journal.line($0, now: .now)?.text }
    }
    #expect(lines.first?.contains("that encrypts") == true, "\(lines)")
  }

  @Test func `a subscription that was refused gets in once it is listed, and the trouble is over`() throws {
    let service = try SecuredService()
    let context = try service.context(.unlisted)
    let subscription = try Subscription(
      context: context, endpoints: service.endpoints, service: "catalog", start: .beginning)
    var now = ContinuousClock.now
    try service.wait(for: "the trouble") {
      _ = try subscription.next(now: now)
      let states = [subscription.live.connection.state, subscription.requests.connection.state]
      return states == [.refused, .refused] ? true : nil
    }
    let line = "new subscribe \(try #require(context.keys).publicKey)\n"
    _ = try service.replaceList(service.list() + line)
    // libzmq has given both connections up; they are made anew when the clock says so.
    now += Requester.patience
    try service.wait(for: "its requests") {
      _ = try subscription.next(now: now)
      return service.asked.contains("replay") && subscription.connectionState == .connected ? true : nil
    }
    #expect(subscription.handshakes >= 2)
    #expect(subscription.trouble?.contains("refuses the key") != true)
  }
}
