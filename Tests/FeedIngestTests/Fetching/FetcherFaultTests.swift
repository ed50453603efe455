import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

struct FetcherFaultTests {
  @Test func `a closed port`() async throws {
    let port = try FreePort.pair()
    let failure = try await FetchProbe().failure("http://127.0.0.1:\(port)/feed?token=secret")
    #expect(failure == FetchFailure(kind: .unreachable, message: "connection refused by 127.0.0.1 port \(port)"))
  }

  @Test func `a name that nobody has`() async throws {
    // Longer than a label may be (RFC 1035), so that no name server is asked.
    let host = String(repeating: "a", count: 64) + ".example"
    let failure = try await FetchProbe().failure("http://\(host)/")
    #expect(failure == FetchFailure(kind: .unresolved, message: "the name \(host) cannot be resolved"))
  }

  @Test func `a server that accepts and says nothing, by the stall limit`() async throws {
    let server = try FeedServer { _ in .silence }
    try await FetchProbe.expectTimeout(server.url(), by: \.stallLimit, message: "no answer within")
    #expect(await server.connectionsClosed())
  }

  @Test func `a server that accepts and says nothing, by the limit for an answer`() async throws {
    let server = try FeedServer { _ in .silence }
    try await FetchProbe.expectTimeout(server.url(), by: \.answerLimit, message: "no answer within")
    #expect(await server.connectionsClosed())
  }

  @Test func `a head that drips, by the limit for an answer`() async throws {
    let head = "HTTP/1.1 200 OK\r\nX-Filler: " + String(repeating: "x", count: 1000)
    let server = try FeedServer { _ in .init(steps: [.sendSlowly(Array(head.utf8), every: .milliseconds(300))]) }
    try await FetchProbe.expectTimeout(server.url(), by: \.answerLimit, message: "no answer within")
    let interim = try FeedServer { _ in
      .init(steps: [.send(Array("HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\n".utf8)), .waitForPeer])
    }
    try await FetchProbe.expectTimeout(interim.url(), by: \.answerLimit, message: "no answer within")
  }

  @Test func `a server that accepts and says nothing, by the whole limit`() async throws {
    let server = try FeedServer { _ in .silence }
    let failure = try await FetchProbe { $0.wholeLimit = .milliseconds(100) }.failure(server.url())
    #expect(failure == FetchFailure(kind: .timeout, message: "no answer within 0.1 s"))
  }

  @Test func `a server that does not accept, by the connect limit`() async throws {
    let socket = try LoopbackSocket.bound(to: 0)
    defer { close(socket) }
    try #require(listen(socket, 0) == 0)
    // Its queue is full with the first; of further ones the system says nothing.
    let port = try LoopbackSocket.port(of: socket)
    let others = try (0..<4).map { _ in try LoopbackSocket.connecting(to: port) }
    defer { for other in others { close(other) } }
    try await FetchProbe.expectTimeout(
      "http://127.0.0.1:\(port)/", by: \.connectLimit, message: "no connection to 127.0.0.1 within")
  }

  @Test func `a body of a byte a second`() async throws {
    let server = try FeedServer { _ in
      .init(steps: [
        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8)),
        .sendSlowly([UInt8](repeating: 32, count: 1000), every: .seconds(1)),
      ])
    }
    try await FetchProbe.expectTimeout(
      server.url(), by: \.stallLimit, message: "less than 100 bytes a second came for")
  }

  @Test func `a body that stands still`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"
    let server = try FeedServer { _ in .init(steps: [.send(Array(head.utf8)), .waitForPeer]) }
    try await FetchProbe.expectTimeout(server.url(), by: \.stallLimit, message: "less than 100 bytes a second came for")
  }

  @Test func `redirects share the whole limit`() async throws {
    let gate = Gate()
    let server = try FeedServer { request in
      request.number == 1 ? .redirect(302, to: "/next") : .ok([1]).after(gate)
    }
    let failure = try await FetchProbe { $0.wholeLimit = .milliseconds(100) }.failure(server.url())
    #expect(failure.kind == .timeout)
    gate.open()
  }

  @Test func `no answer at all`() async throws {
    let server = try FeedServer { _ in .closed }
    let failure = try await FetchProbe().failure(server.url())
    #expect(
      failure == FetchFailure(kind: .badAnswer, message: "the server closed the connection without an answer"))
  }

  @Test(arguments: ["SSH-2.0-OpenSSH_9.2\r\n", "HTTP/9.9 banana\r\n\r\n", "\u{1}\u{2}\u{3}\r\n\r\n", "<rss></rss>"])
  func `an answer that is not HTTP`(answer: String) async throws {
    let server = try FeedServer { _ in .raw(answer) }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure == FetchFailure(kind: .badAnswer, message: "the answer is not HTTP"))
  }

  @Test func `a body shorter than stated`() async throws {
    let server = try FeedServer { _ in .raw("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n<rss>") }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure == FetchFailure(kind: .badAnswer, message: "the body broke off after 5 of 100 bytes"))
  }

  @Test func `a chunked body without its end`() async throws {
    let server = try FeedServer { _ in .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n<rss>\r\n") }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.kind == .badAnswer)
    #expect(failure.message.hasPrefix("the body broke off after "))
  }

  @Test func `a server that goes away before it answers`() async throws {
    let server = try FeedServer { _ in .ok([1]).after(Gate()) }
    let probe = FetchProbe()
    probe.fetcher.enqueue(FetchRequest(id: "feed", url: server.url()))
    #expect(await server.received(1))
    server.stop()
    #expect(await probe.results.wait { $0.count == 1 })
    #expect(probe.results.withLock { $0[0].failure?.kind } == .badAnswer)
    #expect(try await probe.failure(server.url()).kind == .unreachable)
  }

  @Test func `a page that breaks off does not hide its status`() async throws {
    let server = try FeedServer { request in
      request.path == "/short"
        ? .raw("HTTP/1.1 410 Gone\r\nContent-Length: 100\r\n\r\n<html>")
        : .status(410, headers: ["Content-Encoding": "gzip"], body: Array("plain".utf8))
    }
    #expect(try await FetchProbe().failure(server.url("/short")).statusCode == 410)
    #expect(try await FetchProbe().failure(server.url("/encoded")).statusCode == 410)
  }

  @Test func `endless headers`() async throws {
    let line = Array("X-Filler: \(String(repeating: "x", count: 1000))\r\n".utf8)
    let server = try FeedServer { _ in
      .init(steps: [.send(Array("HTTP/1.1 200 OK\r\n".utf8)), .sendRepeatedly(line, times: 1_000_000)])
    }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.kind == .tooLarge)
    #expect(failure.message == "the headers of the answer are larger than 256 KiB")
  }

  @Test(arguments: [
    ("", FetchFailure.Kind.invalidURL), ("no url", .invalidURL), ("http://", .invalidURL), ("/feed", .invalidURL),
    ("http://a:b:c/", .invalidURL), ("http://x\0y/", .invalidURL), ("ftp://example.com/feed", .unsupportedScheme),
    ("mailto:someone@example.com", .invalidURL), ("file:///etc/hostname", .refused),
  ])
  func `a URL that is not fetched`(url: String, kind: FetchFailure.Kind) async throws {
    #expect(try await FetchProbe().failure(url).kind == kind)
  }

  @Test func `a name of a private address is refused, and shown with it`() async throws {
    let server = try FeedServer { _ in .ok([1]) }
    let failure = try await FetchProbe { $0.allowsPrivate = false }.failure("http://localhost:\(server.port)/")
    #expect(failure.kind == .refused)
    #expect(failure.message.hasPrefix("localhost has the address "))
    #expect(
      failure.message.hasSuffix(
        ", which is loopback; start feed-ingest, 'castwire up' or script/server with --allow-private to allow it"))
    #expect(server.connectionCount == 0)
  }

  @Test(arguments: [
    "http://127.0.0.1:%d/", "http://2130706433:%d/", "http://0x7f.1:%d/", "http://[::ffff:127.0.0.1]:%d/",
  ])
  func `a private address is refused in every spelling`(pattern: String) async throws {
    let server = try FeedServer { _ in .ok([1]) }
    let url = pattern.replacingOccurrences(of: "%d", with: "\(server.port)")
    let failure = try await FetchProbe { $0.allowsPrivate = false }.failure(url)
    #expect(failure.kind == .refused)
    #expect(
      failure.message.hasSuffix(
        "loopback; start feed-ingest, 'castwire up' or script/server with --allow-private to allow it"))
    #expect(server.connectionCount == 0)
  }
}
