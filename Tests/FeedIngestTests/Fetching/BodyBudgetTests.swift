import Foundation
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
    let server = try FeedServer { _ in .chunked(BodyBudgetTests.mebibyte, times: 2) }
    let probe = FetchProbe {
      $0.maximumBodyMemory = 5 << 20
      $0.maximumTransfersPerHost = 12
    }
    for number in 0..<12 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: server.url("/\(number)"))) }
    // Two bodies fit, and one may go past the limit; then all the others stand still until these are read.
    try #require(await probe.results.wait { !$0.isEmpty })
    #expect(await !probe.results.wait(for: .milliseconds(200)) { $0.count > 3 })
    var done = 0
    while done < 12 {
      try #require(await probe.results.wait { !$0.isEmpty })
      #expect(probe.fetcher.budget.used <= (5 + 2) << 20)
      done += probe.results.withLock { results in
        #expect(results.allSatisfy { $0.body?.count == 2 << 20 })
        #expect(results.count <= 3)
        defer { results = [] }
        return results.count
      }
    }
    await BodyBudgetTests.expectNothingUsed(probe)
  }

  @Test func `a wait for room counts against no limit of time`() async throws {
    let server = try FeedServer { _ in .ok([1, 2, 3]) }
    // On a machine with much else to do, even three bytes may take longer than the shortest of these.
    for limit in [1, 2, 4, 8, 16] {
      let probe = FetchProbe {
        $0.maximumBodyMemory = 1
        $0.stallLimit = .seconds(limit)
        $0.wholeLimit = .seconds(limit)
      }
      var other: BodyHold? = BodyHold(probe.fetcher.budget)
      other!.takeAnyway(1)  // just made
      other!.becomeWhole()
      probe.fetcher.enqueue(FetchRequest(id: "feed", url: server.url()))
      guard await !probe.results.wait(for: .milliseconds(limit * 1500), until: { !$0.isEmpty }) else { continue }
      other = nil
      try #require(await probe.results.wait { !$0.isEmpty })
      if probe.results.withLock({ $0[0].body }) == [1, 2, 3] { return }
    }
    Issue.record("it ended by a limit, however long that was")
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
    try #require(await probe.memoryChanges.wait { _ in probe.fetcher.budget.used == 3 << 20 })
    probe.fetcher.enqueue(FetchRequest(id: "waits", url: server.url("/waits")))
    #expect(await server.received(2))
    #expect(await !probe.results.wait(for: .milliseconds(200)) { !$0.isEmpty })
    probe.fetcher.cancel(id: "stuck")
    #expect(await probe.results.wait { $0.count == 1 })
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
    #expect(await probe.results.wait { !$0.isEmpty })
    probe.fetcher.stop()
    #expect(await server.connectionsClosed())
    probe.results.withLock { $0 = [] }
    await BodyBudgetTests.expectNothingUsed(probe)
  }

  @Test func `a crawler reads all of several large feeds, however little memory bodies may take`() async throws {
    let item =
      "<item><title>x</title><description>" + String(repeating: "words ", count: 2000) + "</description></item>"
    let feed = Array("<rss><channel>\(String(repeating: item, count: 20))</channel></rss>".utf8)
    let server = try FeedServer { _ in .ok(feed) }
    var configuration = FetchProbe.configuration
    configuration.maximumBodyMemory = feed.count * 3 / 2
    configuration.maximumTransfersPerHost = 8
    let crawler = try Crawler(configuration: configuration)
    defer { crawler.stop() }
    for number in 0..<8 {
      _ = crawler.poll(Crawler.Target(feed: "\(number)", url: server.url("/\(number)")))
    }
    var results: [PollResult] = []
    while results.count < 8, await BodyBudgetTests.isReadable(crawler.results.descriptor) {
      results += crawler.results.takeAll()
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
      #expect(await probe.results.wait { !$0.isEmpty })
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
    #expect(await probe.memoryChanges.wait { _ in probe.fetcher.budget.used == 0 }, "\(probe.fetcher.budget.used)")
  }

  /// Waits until something can be read, without blocking the caller's thread.
  private static func isReadable(_ descriptor: Int32) async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var item = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        continuation.resume(returning: poll(&item, 1, 60_000) == 1)
      }
    }
  }
}
