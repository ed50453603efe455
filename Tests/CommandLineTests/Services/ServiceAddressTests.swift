import CastwireBus
import Runtime
import Testing

@testable import CastwireCommand

struct ServiceAddressTests {
  private func address(_ words: [String], environment: [String: String] = [:]) throws -> ServiceAddress {
    let options = ServiceName.allCases.map(\.option)
    return try ServiceAddress(.feedIngest, try Arguments(words, options: options, environment: environment))
  }

  @Test func `the usual place is loopback`() throws {
    let address = try address([])
    #expect(address.endpoints.events == "tcp://127.0.0.1:5701")
    #expect(address.endpoints.requests == "tcp://127.0.0.1:5702")
  }

  @Test func `a flag wins over the environment`() throws {
    let environment = ["CASTWIRE_FEED_INGEST": "b.example:2"]
    #expect(try address([], environment: environment).description == "b.example:2")
    #expect(try address(["--feed-ingest", "a.example:1"], environment: environment).description == "a.example:1")
  }

  @Test(arguments: ["", "host", ":1", "host:", "host:0", "host:65535", "host:x"])
  func `what is no address is refused`(text: String) {
    #expect(throws: UsageError.self) { try address(["--feed-ingest", text]) }
  }
}
