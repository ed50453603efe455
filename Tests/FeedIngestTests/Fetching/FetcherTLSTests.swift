import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

/// Against OpenSSL's own server, with certificates made for the test.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct FetcherTLSTests {
  private let directory: TemporaryDirectory

  init() async throws {
    directory = try TemporaryDirectory()
    let making = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", directory.path(of: "key.pem"), "-out",
        certificate,
      ])
    #expect(await making.waitForExit() == .exited(0))
  }

  private var certificate: String { directory.path(of: "certificate.pem") }

  private func serve(_ options: String...) async throws -> (server: ServiceProcess, port: Int) {
    let port = try FreePort.pair()
    let server = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: [
        "s_server", "-accept", "127.0.0.1:\(port)", "-key", directory.path(of: "key.pem"), "-cert", certificate, "-www",
      ] + options)
    try #require(await server.line { $0.hasPrefix("ACCEPT") } != nil)
    return (server, port)
  }

  @Test func `a certificate of an authority that is trusted`() async throws {
    let (server, port) = try await serve()
    let probe = FetchProbe { [certificate] in $0.authoritiesFile = certificate }
    let result = try await probe.fetch("https://localhost:\(port)/")
    #expect(String(decoding: result.body ?? [], as: UTF8.self).contains("s_server"))
    server.kill(SIGKILL)
  }

  @Test func `a certificate that nobody vouches for`() async throws {
    let (server, port) = try await serve()
    let failure = try await FetchProbe().failure("https://localhost:\(port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message == "the certificate of localhost is not trusted: self-signed certificate")
    server.kill(SIGKILL)
  }

  @Test func `a certificate for another name`() async throws {
    let (server, port) = try await serve()
    let probe = FetchProbe { [certificate] in $0.authoritiesFile = certificate }
    let failure = try await probe.failure("https://127.0.0.1:\(port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message.hasPrefix("the certificate of 127.0.0.1 is not trusted: "))
    server.kill(SIGKILL)
  }

  @Test func `a server that speaks only what is no longer secure`() async throws {
    let (server, port) = try await serve("-tls1_1")
    let failure = try await FetchProbe().failure("https://localhost:\(port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message.hasPrefix("no secure connection to localhost: "))
    server.kill(SIGKILL)
  }

  @Test func `a server that never answers the handshake`() async throws {
    // It waits for the end of an HTTP request.
    let plain = try FeedServer { _ in .ok([1]) }
    try await FetchProbe.expectTimeout(
      "https://127.0.0.1:\(plain.port)/", by: \.connectLimit, message: "no secure connection to 127.0.0.1 within")
  }
}
