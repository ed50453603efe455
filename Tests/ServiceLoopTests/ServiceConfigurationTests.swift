import CastwireBus
import Runtime
import TestSupport
import Testing

@testable import ServiceLoop

struct ServiceConfigurationTests {
  private func configuration(
    _ words: [String], environment: [String: String] = [:]
  ) throws(UsageError) -> ServiceConfiguration {
    let options =
      ServiceConfiguration.options(port: 5_711) + [
        Option("feed-ingest", .one("HOST:PORT"), environment: "CASTWIRE_FEED_INGEST", help: "peer")
      ]
    return try ServiceConfiguration(
      name: "catalog", arguments: try Arguments(words, options: options, environment: environment), port: 5_711,
      upstream: (option: "feed-ingest", port: 5_701), environment: environment)
  }

  @Test func `without flags a service keeps to loopback and to its usual ports`() throws {
    let configuration = try configuration([])
    #expect(configuration.eventEndpoint == "tcp://127.0.0.1:5711")
    #expect(configuration.requestEndpoint == "tcp://127.0.0.1:5712")
    #expect(configuration.databasePath == ".castwire/catalog.sqlite")
    #expect(configuration.upstream?.name == "feed-ingest")
    #expect(
      configuration.upstream?.endpoints
        == Subscription.Endpoints(events: "tcp://127.0.0.1:5701", requests: "tcp://127.0.0.1:5702"))
  }

  @Test func `flags and variables say otherwise`() throws {
    let environment = ["CASTWIRE_DATA": "/env", "CASTWIRE_FEED_INGEST": "other:1", "CASTWIRE_LISTEN": "127.0.0.2"]
    let first = try configuration(["--port", "6000", "--data", "/flag"], environment: environment)
    #expect(first.databasePath == "/flag/catalog.sqlite")
    #expect(first.eventEndpoint == "tcp://127.0.0.2:6000" && first.requestEndpoint == "tcp://127.0.0.2:6001")
    #expect(first.upstream?.endpoints.requests == "tcp://other:2")
    let second = try configuration(["--feed-ingest", "[::1]:65534"])
    #expect(second.upstream?.endpoints.events == "tcp://[::1]:65534")
  }

  @Test(arguments: [
    "0.0.0.0", "192.168.0.1", "128.0.0.1", "localhost", "127.0.0", "127.0.0.256", "127.0.0.1.5", "127..0.1", "::",
    "::2", "fe80::1", "*",
    "",
  ])
  func `an address beyond loopback is refused, since there are no keys`(address: String) {
    #expect(throws: UsageError.self) { try configuration(["--listen=\(address)"]) }
  }

  @Test(arguments: ["", "host", "host:", ":5", "host:0", "host:65535", "host:x", "host:5:", "5711"])
  func `a peer that is no host and port is refused`(address: String) {
    let error = #expect(throws: UsageError.self) { try configuration(["--feed-ingest=\(address)"]) }
    #expect(error?.description.contains("--feed-ingest must be HOST:PORT") == true)
  }

  @Test(arguments: [
    ("0.0.0.0", "0.0.0.0"), ("192.168.0.1", "192.168.0.1"), ("::", "[::]"), ("[fe80::1]", "[fe80::1]"),
    ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"),
  ])
  func `with keys any address can be listened at`(address: (given: String, host: String)) throws {
    let directory = try TemporaryDirectory()
    let folder = KeyFolder(path: directory.path)
    _ = try folder.prepare(members: [KeyFolder.Member("catalog", roles: [.read], isService: true)])
    let configuration = try configuration(
      ["--listen", address.given], environment: ["CASTWIRE_KEYS": directory.path])
    #expect(configuration.eventEndpoint == "tcp://\(address.host):5711")
    #expect(configuration.security != nil)
    for name in ["localhost", "example.com", "*", "eth0", "1.2.3"] {
      #expect(throws: UsageError.self) {
        try self.configuration(["--listen", name], environment: ["CASTWIRE_KEYS": directory.path])
      }
    }
  }

  @Test func `without keys the loopback of IPv6 serves as well as that of IPv4`() throws {
    #expect(try configuration(["--listen", "::1"]).requestEndpoint == "tcp://[::1]:5712")
  }

  @Test func `a folder without the service's key is told, with what to do`() throws {
    let error = #expect(throws: UsageError.self) { try configuration([], environment: ["CASTWIRE_KEYS": "/nowhere"]) }
    #expect(error?.description.contains("CASTWIRE_KEYS: /nowhere/catalog.key is not there") == true)
    #expect(error?.description.contains("castwire keys init /nowhere") == true)
    #expect(try configuration([], environment: ["CASTWIRE_KEYS": ""]).security == nil)
  }
}
