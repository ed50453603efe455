import TestSupport
import Testing

@testable import FeedIngest

/// Compressed bodies over real connections; `ContentDecoderTests` has their forms.
struct FetcherCodingTests {
  private static let feed = Feeds.podcast(episodes: 100)

  @Test(arguments: 0..<5)
  func `a compressed body arrives decompressed, with its length and in chunks`(number: Int) async throws {
    let (coding, body) = Compressed.all(Self.feed)[number]
    let server = try FeedServer { request in
      request.path == "/whole"
        ? .ok(body, headers: ["Content-Encoding": coding])
        : .init(
          steps: [
            .send(Array("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
          ] + body.map { .send(Array("1\r\n".utf8) + [$0] + Array("\r\n".utf8)) } + [.send(Array("0\r\n\r\n".utf8))])
    }
    let probe = FetchProbe()
    #expect(try await probe.fetch(server.url("/whole")).body == Self.feed)
    #expect(try await probe.fetch(server.url("/chunks")).body == Self.feed)
    probe.results.withLock { $0 = [] }
    #expect(await probe.memoryChanges.wait { _ in probe.fetcher.budget.used == 0 })
  }

  @Test(arguments: 0..<5)
  func `a compressed body that breaks off is no document, though its length is as stated`(number: Int) async throws {
    let (coding, body) = Compressed.all(Self.feed)[number]
    for count in [3, 30, body.count - 1] {
      let server = try FeedServer { _ in .ok(Array(body.prefix(count)), headers: ["Content-Encoding": coding]) }
      #expect(
        try await FetchProbe().failure(server.url())
          == FetchFailure(kind: .badAnswer, message: "the body cannot be decompressed: its \(coding) breaks off"))
    }
  }

  @Test func `a body that is not what its coding says is taken as it is, and asked for once`() async throws {
    let server = try FeedServer { _ in .ok(Self.feed, headers: ["Content-Encoding": "gzip"]) }
    #expect(try await FetchProbe().fetch(server.url()).body == Self.feed)
    #expect(server.requests.count == 1)
  }

  @Test func `gzip and zstd that nobody declared are recognised`() async throws {
    for body in [Compressed.gzip(Self.feed), Compressed.zstandard(Self.feed)] {
      let server = try FeedServer { _ in .ok(body) }
      #expect(try await FetchProbe().fetch(server.url()).body == Self.feed)
    }
  }

  @Test(arguments: ["gzip", "gzip, chunked", "deflate, chunked"])
  func `a body that is compressed on its way is refused in words`(coding: String) async throws {
    let body = Compressed.gzip(Self.feed)
    let framed = Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    let server = try FeedServer { request in
      let status = request.path == "/gone" ? "410 Gone" : "200 OK"
      return .init(steps: [.send(Array("HTTP/1.1 \(status)\r\nTransfer-Encoding: \(coding)\r\n\r\n".utf8) + framed)])
    }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.kind == .badAnswer)
    #expect(
      failure.message == "the body is compressed on its way, which is not read: \(coding.prefix { $0 != "," })")
    #expect(try await FetchProbe().failure(server.url("/gone")).statusCode == 410)
  }

  @Test(arguments: [2, 3, 4])
  func `a body of which each read yields more than one turn's work arrives whole`(number: Int) async throws {
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 60_000_000)
    let (coding, body) = Compressed.all(large)[number]
    let server = try FeedServer { _ in .ok(body, headers: ["Content-Encoding": coding]) }
    #expect(try await FetchProbe().fetch(server.url()).body == large)
  }
}
