import TestSupport
import Testing

@testable import FeedIngest

struct FetcherStopTests {
  @Test func `a stop in the middle of transfers ends them and delivers nothing`() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nabc".utf8)
    let server = try FeedServer { request in
      request.path == "/silent" ? .silence : .init(steps: [.send(head), .waitForPeer])
    }
    let probe = FetchProbe()
    for path in ["/silent", "/partial", "/waiting", "/waiting"] {
      probe.fetcher.enqueue(FetchRequest(id: path, url: server.url(path)))
    }
    #expect(await server.received(2))
    let start = ContinuousClock.now
    probe.fetcher.stop()
    // Had it waited for the transfers, it would have been for the stall limit.
    #expect(ContinuousClock.now - start < FetchProbe.configuration.stallLimit / 2)
    #expect(await server.connectionsClosed())
    #expect(probe.results.withLock { $0.isEmpty })
    // Neither harms after the end.
    probe.fetcher.enqueue(FetchRequest(id: "late", url: server.url()))
    probe.fetcher.stop()
    #expect(server.requests.count == 2)
  }

  @Test func `an idle fetcher stops at once, and again and again`() {
    for _ in 0..<50 { FetchProbe().fetcher.stop() }
  }

  @Test func `a stop may come from deliver`() async throws {
    let server = try FeedServer { _ in .ok([1]) }
    let fetcher = Monitor<Fetcher?>(nil)
    let isStopped = Monitor(false)
    fetcher.withLock {
      $0 = Fetcher(configuration: FetchProbe.configuration) { _ in
        fetcher.withLock { $0?.stop() }
        isStopped.withLock { $0 = true }
      }
      $0?.enqueue(FetchRequest(id: "feed", url: server.url()))
    }
    #expect(await isStopped.wait { $0 })
    fetcher.withLock { $0 = nil }
  }

  @Test func `a released fetcher ends its thread and lets go of deliver`() async throws {
    final class Held: Sendable {}
    weak var held: Held?
    var fetcher: Fetcher?
    do {
      let value = Held()
      held = value
      fetcher = Fetcher(configuration: FetchProbe.configuration) { _ in _ = value }
    }
    #expect(held != nil)
    #expect(fetcher != nil)
    fetcher = nil
    #expect(held == nil)
  }

  @Test func `cancelled requests have no result, waiting or under way, and make room`() async throws {
    let server = try FeedServer { request in request.path == "/silent" ? .silence : .ok([1]) }
    let probe = FetchProbe()
    for id in ["one", "two", "three"] {
      probe.fetcher.enqueue(FetchRequest(id: id, url: server.url("/silent")))
    }
    #expect(await server.received(2))
    for id in ["three", "one", "two", "unknown"] { probe.fetcher.cancel(id: id) }
    #expect(try await probe.fetch(server.url()).body == [1])
    #expect(probe.results.withLock { $0.count } == 1)
    #expect(server.requests.map(\.path) == ["/silent", "/silent", "/feed.xml"])
  }
}
