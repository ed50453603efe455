import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

/// Against OpenSSL's own server, with certificates made for the test.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct FetcherTLSTests {
  private let directory: TemporaryDirectory
  private let server: ServiceProcess
  private let port: Int

  init() async throws {
    directory = try TemporaryDirectory()
    let (key, certificate) = (directory.path(of: "key.pem"), directory.path(of: "certificate.pem"))
    let making = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ])
    #expect(await making.waitForExit() == .exited(0))
    port = try FreePort.pair()
    server = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: ["s_server", "-accept", "127.0.0.1:\(port)", "-key", key, "-cert", certificate, "-www"])
    try #require(await server.line { $0.hasPrefix("ACCEPT") } != nil)
  }

  @Test func `a certificate of an authority that is trusted`() async throws {
    let certificate = directory.path(of: "certificate.pem")
    let result = try await FetchProbe { $0.authoritiesFile = certificate }.fetch("https://localhost:\(port)/")
    #expect(String(decoding: result.body ?? [], as: UTF8.self).contains("s_server"))
  }

  @Test func `a certificate that nobody vouches for`() async throws {
    let failure = try await FetchProbe().failure("https://localhost:\(port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message == "the certificate of localhost is not trusted: self-signed certificate")
  }

  @Test func `a certificate for another name`() async throws {
    let certificate = directory.path(of: "certificate.pem")
    let failure = try await FetchProbe { $0.authoritiesFile = certificate }.failure("https://127.0.0.1:\(port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message.hasPrefix("the certificate of 127.0.0.1 is not trusted: "))
  }

  @Test func `a server that does not speak TLS`() async throws {
    let plain = try FeedServer { _ in .ok([1]) }
    let failure = try await FetchProbe().failure("https://127.0.0.1:\(plain.port)/")
    #expect(failure.kind == .insecure)
    #expect(failure.message.hasPrefix("no secure connection to 127.0.0.1: "))
  }
}
