import TestSupport
import Testing

@testable import FeedIngest

struct FetcherLimitTests {
  private let mebibyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

  private func expectTooLarge(_ server: FeedServer) async throws {
    let probe = FetchProbe { $0.maximumBodySize = 2 << 20 }
    let failure = try await probe.failure(server.url())
    #expect(failure == FetchFailure(kind: .tooLarge, message: "the body is larger than 2 MiB"))
    // The fetcher hung up: far less than the whole was sent, even counting what lay in the system's buffers.
    #expect(await server.connectionsClosed())
    #expect(server.bytesSent < 50 << 20)
  }

  @Test func `a chunked body past the limit is cut off`() async throws {
    try await expectTooLarge(FeedServer { [mebibyte] _ in .chunked(mebibyte, times: 200) })
  }

  @Test func `a body stated to be past the limit is not read`() async throws {
    let server = try FeedServer { [mebibyte] _ in
      .init(steps: [
        .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(200 << 20)\r\n\r\n".utf8)),
        .sendRepeatedly(mebibyte, times: 200),
      ])
    }
    try await expectTooLarge(server)
  }

  @Test func `a body until the end of the connection past the limit is cut off`() async throws {
    let server = try FeedServer { [mebibyte] _ in
      .init(steps: [.send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .sendRepeatedly(mebibyte, times: 200)])
    }
    try await expectTooLarge(server)
  }

  @Test func `a small body that unpacks past the limit is cut off`() async throws {
    let bomb = Gzip.bomb(20 << 20)
    #expect(bomb.count < 200_000)
    let server = try FeedServer { _ in .ok(bomb, headers: ["Content-Encoding": "gzip"]) }
    try await expectTooLarge(server)
    let undeclared = try FeedServer { _ in .ok(bomb) }
    let failure = try await FetchProbe { $0.maximumBodySize = 2 << 20 }.failure(undeclared.url())
    #expect(failure == FetchFailure(kind: .tooLarge, message: "the body is larger than 2 MiB"))
  }

  @Test func `a body of exactly the limit is taken`() async throws {
    let server = try FeedServer { [mebibyte] _ in .chunked(mebibyte, times: 2) }
    let result = try await FetchProbe { $0.maximumBodySize = 2 << 20 }.fetch(server.url())
    #expect(result.body?.count == 2 << 20)
  }

  @Test func `the page of an error may be any size`() async throws {
    let server = try FeedServer { [mebibyte] request in
      request.path == "/stated"
        ? .init(steps: [
          .send(Array("HTTP/1.1 404 Not Found\r\nContent-Length: \(200 << 20)\r\n\r\n".utf8)),
          .sendRepeatedly(mebibyte, times: 200),
        ])
        : .init(steps: [.send(Array("HTTP/1.1 404 Not Found\r\n\r\n".utf8)), .sendRepeatedly(mebibyte, times: 200)])
    }
    let probe = FetchProbe()
    #expect(try await probe.failure(server.url("/stated")).message == "the server says 404 Not Found")
    #expect(try await probe.failure(server.url("/streamed")).message == "the server says 404 Not Found")
    #expect(await server.connectionsClosed())
    #expect(server.bytesSent < 50 << 20)
  }

  @Test func `five hundred requests to one server keep to two at once`() async throws {
    let arrived = Monitor(0)
    let feed = try FeedServer { _ in
      // The first answers only once the second is here: so two do run at once. A third would be seen meanwhile.
      arrived.withLock { $0 += 1 }
      return arrived.block { $0 >= 2 } ? .ok([1]) : .status(500)
    }
    let probe = FetchProbe()
    for number in 0..<500 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: feed.url("/\(number)"))) }
    #expect(await probe.results.wait { $0.count == 500 })
    let results = probe.results.withLock { $0 }
    #expect(results.allSatisfy { $0.body == [1] })
    #expect(Set(results.map(\.request.id)).count == 500)
    #expect(feed.mostRequestsAtOnce == 2)
    #expect(feed.connectionCount == 2)
  }

  @Test func `all hosts together keep to the limit for all`() async throws {
    let server = try FeedServer { _ in .ok([1]) }
    let probe = FetchProbe { $0.maximumTransfers = 1 }
    for number in 0..<50 {
      let host = number % 2 == 0 ? "localhost" : "127.0.0.1"
      probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: "http://\(host):\(server.port)/"))
    }
    #expect(await probe.results.wait { $0.count == 50 })
    #expect(server.mostRequestsAtOnce == 1)
  }
}
