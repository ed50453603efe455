import Testing

@testable import CastwireBus

/// The trial of its own doors that a service makes before it serves.
@Suite(.timeLimit(.minutes(5)))
struct SecurityProbeTests {
  @Test func `a service does not run where its handler lets an unlisted key in`() throws {
    let error = #expect(throws: SecurityProbeError.self) {
      try SecuredService(judge: { _, _ in .admitted(name: "anybody") })
    }
    #expect(error?.description.contains("an unlisted key") == true)
  }

  @Test(arguments: [SecurityDomain.events, .requests])
  func `one socket that is open is enough`(domain: SecurityDomain) throws {
    #expect(throws: SecurityProbeError.self) {
      try SecuredService(judge: { $1.domain == domain ? .admitted(name: "anybody") : $0.admission(of: $1) })
    }
  }

  @Test func `sockets that do not encrypt are found`() throws {
    let context = Context()
    let publisher = try EventPublisher(context: context, endpoint: "tcp://127.0.0.1:0")
    let responder = try Responder(context: context, endpoint: "tcp://127.0.0.1:0")
    let error = #expect(throws: SecurityProbeError.self) {
      try SecurityProbe.run(
        events: publisher.endpoint, requests: responder.endpoint, server: KeyPair.make().publicKey,
        pair: KeyPair.make())
    }
    #expect(error?.description.contains("a client that does not encrypt") == true)
  }

  @Test func `doors that cannot be tried count as open`() throws {
    let error = #expect(throws: SecurityProbeError.self) {
      try SecurityProbe.run(
        events: "tcp://127.0.0.1:1", requests: "tcp://127.0.0.1:1", server: KeyPair.make().publicKey,
        pair: KeyPair.make(), patience: .milliseconds(1))
    }
    #expect(error?.description.contains("could not be told") == true)
  }

  @Test func `a door that hangs up on who does not encrypt, and says nothing, is closed`() throws {
    let doors = [try CurtDoor(), try CurtDoor()]
    let trial = try SecurityProbe.run(
      events: doors[0].endpoint, requests: doors[1].endpoint, server: KeyPair.make().publicKey, pair: KeyPair.make())
    #expect(trial.events.plainConnections == 1 && trial.requests.plainConnections == 1)
  }
}
