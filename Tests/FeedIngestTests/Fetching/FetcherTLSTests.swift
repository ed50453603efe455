import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

/// Against OpenSSL's own server, with certificates made for the test.
@Suite(.enabled(if: TestCertificate.canBeMade))
struct FetcherTLSTests {
  private let files: TestCertificate

  init() async throws {
    files = try await TestCertificate()
  }

  private func serve(_ options: String...) async throws -> (server: ServiceProcess, port: Int) {
    let port = try FreePort.pair()
    let server = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: [
        "s_server", "-accept", "127.0.0.1:\(port)", "-key", files.key, "-cert", files.certificate, "-www",
      ] + options)
    try #require(await server.line { $0.hasPrefix("ACCEPT") } != nil)
    return (server, port)
  }

  @Test func `a certificate of an authority that is trusted`() async throws {
    let (server, port) = try await serve()
    let probe = FetchProbe { [files] in $0.authoritiesFile = files.certificate }
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
    let probe = FetchProbe { [files] in $0.authoritiesFile = files.certificate }
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
