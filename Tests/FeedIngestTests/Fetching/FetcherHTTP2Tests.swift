import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

/// Against nghttp2's own server, which speaks nothing but HTTP/2.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: nghttpd), "Debian's nghttp2-server has the server"),
  .enabled(if: TestCertificate.canBeMade))
struct FetcherHTTP2Tests {
  private let files: TestCertificate
  /// What the server serves.
  private let directory: TemporaryDirectory
  private let server: ServiceProcess
  private let port: Int

  init() async throws {
    files = try await TestCertificate()
    directory = files.directory
    port = try FreePort.pair()
    server = try ServiceProcess(
      nghttpd, arguments: ["-v", "-a", "127.0.0.1", "-d", directory.path, "\(port)", files.key, files.certificate])
    let isListening = await server.line { $0.hasPrefix("IPv4: listen") } != nil
    try #require(isListening, "\(server.lines)")
  }

  private func probe(_ configure: (inout Fetcher.Configuration) -> Void = { _ in }) -> FetchProbe {
    FetchProbe {
      $0.authoritiesFile = files.certificate
      configure(&$0)
    }
  }

  private func url(_ name: String) -> String { "https://localhost:\(port)/\(name)" }

  @Test func `a feed comes, is known again, and has a status where there is none`() async throws {
    let feed = Feeds.podcast(episodes: 50)
    try directory.write(feed, to: "feed.xml")
    try directory.write(Compressed.gzip(feed), to: "packed.xml")
    let probe = probe()
    let first = try await probe.fetch(url("feed.xml"))
    #expect(first.body == feed, "\(first.outcome)")
    let response = try #require(first.response)
    #expect(response.maxAge == 3600)
    let again = try await probe.fetch(url("feed.xml"), lastModified: response.lastModified)
    guard case .notModified = again.outcome else {
      Issue.record("\(again.outcome)")
      return
    }
    #expect(try await probe.fetch(url("packed.xml")).body == feed)
    #expect(try await probe.failure(url("missing.xml")).message == "the server says 404 Not Found")
    #expect(server.lines.contains { $0.contains("The negotiated protocol: h2") })
    server.kill(SIGKILL)
  }

  @Test func `feeds that wait for room in memory do not hold each other up`() async throws {
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 3 << 20)
    try directory.write(large, to: "plain.xml")
    try directory.write(Compressed.gzip(large), to: "packed.xml")
    for name in ["plain.xml", "packed.xml"] {
      let probe = probe {
        $0.maximumBodyMemory = 4 << 20
        $0.maximumTransfersPerHost = 12
      }
      for number in 0..<12 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: url(name))) }
      var done = 0
      while done < 12 {
        try #require(await probe.results.wait { !$0.isEmpty }, "\(name): \(done) of 12")
        #expect(probe.fetcher.budget.used <= (4 + 3) << 20)
        done += probe.results.withLock { results in
          #expect(results.allSatisfy { $0.body?.count == large.count })
          defer { results = [] }
          return results.count
        }
      }
    }
    server.kill(SIGKILL)
  }
}

private let nghttpd = "/usr/sbin/nghttpd"
