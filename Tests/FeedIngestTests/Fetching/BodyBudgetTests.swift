import Runtime
import TestSupport
import Testing

@testable import FeedIngest

struct BodyBudgetTests {
  private static let mebibyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

  @Test func `bytes beyond the limit wait, but for one body at a time`() {
    let told = Monitor(0)
    let budget = BodyBudget(limit: 10) { told.withLock { $0 += 1 } }
    var first: BodyHold? = BodyHold(budget)
    var second: BodyHold? = BodyHold(budget)
    let third = BodyHold(budget)
    #expect(first!.take(6) && second!.take(4))
    #expect(first!.take(5))
    #expect(!second!.take(1))
    #expect(!budget.hasRoom())
    #expect(!budget.hasRoomForWaiting())
    #expect(told.withLock { $0 } == 0)
    // It will be read: until then nobody else goes past the limit.
    first!.becomeWhole()
    #expect(!third.take(1))
    first = nil
    #expect(told.withLock { $0 } == 2)
    #expect(budget.used == 4)
    #expect(second!.take(6) && third.take(1))
    #expect(!second!.take(1))
    second = nil
    #expect(told.withLock { $0 } == 3)
    #expect(budget.used == 1)
  }

  @Test func `large bodies that nobody has read yet hold others back, by their bytes`() async throws {
    let server = try FeedServer { _ in .chunked(BodyBudgetTests.mebibyte, times: 8) }
    let probe = FetchProbe {
      $0.maximumBodyMemory = 20 << 20
      $0.maximumTransfersPerHost = 12
      // Shorter than this waits: a wait for room is no stall of the server's.
      $0.stallLimit = .seconds(1)
      $0.wholeLimit = .milliseconds(1500)
    }
    for number in 0..<12 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: server.url("/\(number)"))) }
    // Two bodies fit; then all the others stand still until these are read.
    var done = 0
    while done < 12 {
      #expect(await probe.results.wait(for: .seconds(30)) { !$0.isEmpty })
      #expect(probe.fetcher.budget.used <= (20 + 8) << 20)
      if done == 0 { try await Task.sleep(for: .milliseconds(2500)) }
      done += probe.results.withLock { results in
        #expect(results.allSatisfy { $0.body?.count == 8 << 20 })
        #expect(results.count <= 3)
        defer { results = [] }
        return results.count
      }
    }
    #expect(server.mostRequestsAtOnce > 2)
    await BodyBudgetTests.expectNothingUsed(probe)
  }

  @Test func `a transfer that is given up gives its bytes back`() async throws {
    let server = try FeedServer { request in
      request.path == "/stuck"
        ? .init(steps: [
          .send(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)), .sendRepeatedly(BodyBudgetTests.mebibyte, times: 3),
          .waitForPeer,
        ]) : .chunked(BodyBudgetTests.mebibyte, times: 3)
    }
    let probe = FetchProbe {
      $0.maximumBodyMemory = 2 << 20
      $0.maximumTransfersPerHost = 3
    }
    probe.fetcher.enqueue(FetchRequest(id: "stuck", url: server.url("/stuck")))
    while probe.fetcher.budget.used < 3 << 20 { await Task.yield() }
    probe.fetcher.enqueue(FetchRequest(id: "waits", url: server.url("/waits")))
    #expect(await server.received(2))
    #expect(await !probe.results.wait(for: .milliseconds(200)) { !$0.isEmpty })
    probe.fetcher.cancel(id: "stuck")
    #expect(await probe.results.wait(for: .seconds(30)) { $0.count == 1 })
    #expect(probe.results.withLock { $0.first?.body?.count } == 3 << 20)
    probe.results.withLock { $0 = [] }
    await BodyBudgetTests.expectNothingUsed(probe)
  }

  @Test func `a stop while transfers wait for room ends them`() async throws {
    let server = try FeedServer { _ in .chunked(BodyBudgetTests.mebibyte, times: 4) }
    let probe = FetchProbe {
      $0.maximumBodyMemory = 1 << 20
      $0.maximumTransfersPerHost = 8
    }
    for number in 0..<8 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: server.url())) }
    #expect(await probe.results.wait(for: .seconds(30)) { !$0.isEmpty })
    probe.fetcher.stop()
    #expect(await server.connectionsClosed())
    probe.results.withLock { $0 = [] }
    await BodyBudgetTests.expectNothingUsed(probe)
  }

  @Test func `a crawler reads all of several large feeds, however little memory bodies may take`() async throws {
    let item =
      "<item><title>x</title><description>" + String(repeating: "words ", count: 2000) + "</description></item>"
    let feed = Array("<rss><channel>\(String(repeating: item, count: 200))</channel></rss>".utf8)
    let server = try FeedServer { _ in .ok(feed) }
    var configuration = FetchProbe.configuration
    configuration.maximumBodyMemory = feed.count * 3 / 2
    configuration.maximumTransfersPerHost = 8
    let crawler = try Crawler(configuration: configuration)
    defer { crawler.stop() }
    for number in 0..<8 {
      _ = crawler.poll(
        Crawler.Target(feed: "\(number)", url: server.url("/\(number)"), etag: nil, lastModified: nil, digest: nil))
    }
    var results: [PollResult] = []
    let end = ContinuousClock.now + .seconds(60)
    while results.count < 8, ContinuousClock.now < end {
      results += crawler.results.takeAll()
      await Task.yield()
    }
    let documents = results.filter { if case .document = $0.outcome { true } else { false } }
    #expect(Set(documents.map(\.feed)).count == 8)
  }

  @Test func `files wait for room too`() async throws {
    let folder = try TemporaryDirectory()
    let file = try folder.write(BodyBudgetTests.mebibyte, to: "feed.xml")
    let probe = FetchProbe {
      $0.maximumBodyMemory = 2 << 20
      $0.allowsFiles = true
    }
    for number in 0..<5 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: "file://\(file)")) }
    var ids: [String] = []
    while ids.count < 5 {
      #expect(await probe.results.wait(for: .seconds(30)) { !$0.isEmpty })
      #expect(probe.fetcher.budget.used <= 2 << 20)
      ids += probe.results.withLock { results in
        defer { results = [] }
        return results.map(\.request.id)
      }
    }
    #expect(ids == ["0", "1", "2", "3", "4"])
  }

  /// The fetch thread may need a moment to let go of what it has delivered.
  private static func expectNothingUsed(_ probe: FetchProbe) async {
    let end = ContinuousClock.now + .seconds(10)
    while probe.fetcher.budget.used > 0, ContinuousClock.now < end { await Task.yield() }
    #expect(probe.fetcher.budget.used == 0)
  }
}
