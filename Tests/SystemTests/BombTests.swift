import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// Servers that send a few kilobytes that would be gigabytes, or hours of work.
@Suite(.serialized)
struct BombTests {
  /// Gzip of 5 GB of blocks with nothing in them, and that twice more: as small as it is slow.
  private static func silent() async throws -> [UInt8] {
    // After a full flush the same input gives the same output again, so that nobody has to compress all of it.
    let script = """
      import gzip, sys, zlib
      packer = zlib.compressobj(9, zlib.DEFLATED, -15)
      def packed(plain): return packer.compress(plain) + packer.flush(zlib.Z_FULL_FLUSH)
      head = bytes([31, 139, 8, 0, 0, 0, 0, 0, 0, 255])
      body = head + packed(head) + packed(bytes([0, 0, 0, 255, 255]) * 200_000) * 5_000
      sys.stdout.buffer.write(gzip.compress(body))
      """
    return try await output(of: script)
  }

  /// 60 MiB of white space before what would be a feed.
  private static func large() async throws -> [UInt8] {
    try await output(of: "import gzip, sys; sys.stdout.buffer.write(gzip.compress(b' ' * (60 << 20)))")
  }

  private static func output(of script: String) async throws -> [UInt8] {
    let python = try ServiceProcess("/usr/bin/env", arguments: ["python3", "-c", script])
    try #require(await python.waitForExit() == .exited(0), "\(python.lines)")
    return python.output
  }

  /// Follows `count` bombs and then a feed.
  ///
  /// - Returns: the service's process, and how long it took until the feed's items were there.
  private func fetch(
    _ bomb: [UInt8], _ headers: KeyValuePairs<String, String>, count: Int
  ) async throws -> (castwire: Installation, feeds: Listener, time: Duration) {
    let bombs = try FeedServer { _ in .ok(bomb, headers: headers) }
    let server = try FeedServer { _ in .ok(Feeds.podcast(episodes: 3)) }
    let castwire = try Installation(options: [.feedIngest: ["--transfers-per-host", "32"]])
    try castwire.start(.feedIngest)
    let feeds = try castwire.listen(to: .feedIngest)
    for number in 0..<count { _ = try castwire.follow(bombs.url("/\(number)")) }
    try #require(await bombs.received(1))
    let start = ContinuousClock.now
    _ = try castwire.follow(server.url())
    #expect(await feeds.hears(3, of: "castwire.item.seen.v1"))
    let time = ContinuousClock.now - start
    #expect(await feeds.hears(count, of: "castwire.feed.failing.v1"))
    withExtendedLifetime(server) {}
    return (castwire, feeds, time)
  }

  @Test(arguments: ["Content-Encoding", "Transfer-Encoding"])
  func `codings upon each other stop nobody`(header: String) async throws {
    let bomb = try await Self.silent()
    #expect(bomb.count < 40_000)
    let (_, feeds, time) = try await fetch(bomb, [header: "gzip, gzip, gzip"], count: 4)
    // One of them took half a minute, in which nobody else was fetched.
    #expect(time < .seconds(10), "\(time)")
    let reasons = try feeds.events.filter { $0.type == "castwire.feed.failing.v1" }
      .map { try $0.decode(FeedEvent.self).reason ?? "" }
    #expect(reasons.allSatisfy { $0.hasPrefix("the body is compressed ") }, "\(reasons)")
  }

  @Test func `large bodies that arrive all at once take no more memory than bodies may`() async throws {
    let (castwire, _, _) = try await fetch(try await Self.large(), ["Content-Encoding": "gzip"], count: 24)
    let peak = try #require(castwire.processes[.feedIngest]).peakMemory()
    // 128 MiB of bodies and one more of 64, which may stand twice while it grows, and the parser's own.
    #expect(peak < 512 << 10, "\(peak) KiB")
  }
}
