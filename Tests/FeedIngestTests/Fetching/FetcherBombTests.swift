import TestSupport
import Testing

@testable import FeedIngest

/// Bodies of a few kilobytes that would keep the fetch thread busy, or fill the memory.
struct FetcherBombTests {
  /// Three codings upon each other, the innermost 100 MB of blocks with nothing in them.
  private static let silent: [UInt8] = {
    let blocks = Array(repeatElement([0, 0, 0, 0xff, 0xff] as [UInt8], count: 20_000_000).joined())
    return Compressed.gzip(Compressed.gzip([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + blocks))
  }()

  @Test(arguments: ["Content-Encoding", "Transfer-Encoding"])
  func `codings upon each other are not begun with`(header: String) async throws {
    #expect(Self.silent.count < 10_000)
    let server = try FeedServer { _ in .ok(Self.silent, headers: [header: "gzip, gzip, gzip"]) }
    let result = try await FetchProbe().fetch(server.url())
    #expect(result.failure?.kind == .badAnswer)
    #expect(result.failure?.message.hasPrefix("the body is compressed ") == true)
    // What libcurl makes of it takes minutes in a debug build as well.
    #expect(result.duration < .seconds(5), "\(result.duration)")
  }

  @Test(arguments: [[], ["br"], ["zstd"]])
  func `one that waits for room holds no more than its share`(codings: [String]) async throws {
    let large = [UInt8](repeating: UInt8(ascii: " "), count: 40 << 20)
    let body =
      switch codings.first {
      case "br": Compressed.brotli(large)
      case "zstd": Compressed.zstandard(large)
      default: Compressed.gzip(large)
      }
    let server = try FeedServer { _ in .ok(body, headers: ["Content-Encoding": codings.first ?? "gzip"]) }
    let probe = FetchProbe {
      $0.maximumBodyMemory = 8 << 20
      $0.maximumTransfersPerHost = 12
    }
    for number in 0..<12 { probe.fetcher.enqueue(FetchRequest(id: "\(number)", url: server.url("/\(number)"))) }
    var done = 0
    while done < 12 {
      try #require(await probe.results.wait { !$0.isEmpty })
      #expect(probe.fetcher.budget.used <= (8 + 40) << 20)
      done += probe.results.withLock { results in
        #expect(results.allSatisfy { $0.body?.count == large.count })
        defer { results = [] }
        return results.count
      }
    }
    #expect(await probe.memoryChanges.wait { _ in probe.fetcher.budget.used == 0 })
  }
}
