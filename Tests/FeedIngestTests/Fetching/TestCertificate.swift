import Foundation
import TestSupport
import Testing

/// A certificate for `localhost` that signs itself, and its key, as files.
final class TestCertificate: Sendable {
  static var canBeMade: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl") }

  let directory: TemporaryDirectory

  init() async throws {
    directory = try TemporaryDirectory()
    let making = try ServiceProcess(
      "/usr/bin/openssl",
      arguments: [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate,
      ])
    #expect(await making.waitForExit() == .exited(0))
  }

  var certificate: String { directory.path(of: "certificate.pem") }
  var key: String { directory.path(of: "key.pem") }
}
