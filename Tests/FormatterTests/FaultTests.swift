import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// The real program, killed in the midst of what it does by itself, and on a disk that is full for real.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct FaultTests {
  private static let cellUpdated = "castwire.cell.updated.v1"

  /// What a formatter has left behind that was stopped a month ago: videos of which each then was two weeks old.
  private func stoppedAMonthAgo(_ count: Int, in folder: String) throws {
    let then = Date() - 30 * 86_400
    let bench = try FormatterBench(now: then)
    try bench.add((0..<count).map { video($0, uploaded: then - 15 * 86_400 - Double($0)) })
    try bench.leave(in: folder)
  }

  @Test func `a formatter that was stopped for a month renews all that is stale once, killed again and again`()
    async throws
  {
    let folder = try TemporaryDirectory()
    try stoppedAMonthAgo(600, in: folder.path)
    let formatter = try FormatterProcess(folder: folder.path)
    for instant in [650, 800, 1_000] {
      try formatter.start("--renewal-rate", "300")
      try formatter.wait { $0.head >= Position(UInt64(instant)) }
      await formatter.kill()
    }
    try formatter.start("--renewal-rate", "300")
    try formatter.wait { $0.counters["staleCells"] == 0 }
    let status = try #require(try formatter.status())
    #expect(status.counters["cells.en_US.video"] == 600 && status.counters["oldestStaleSeconds"] == 0)
    await formatter.kill()
    // What is older is compacted by now.
    let renewed = try formatter.committed(after: 600).map { try $0.videoCell }
    #expect(renewed.count == 600)
    #expect(Set(renewed.map(\.entity)).count == 600)
    #expect(renewed.allSatisfy { $0.reason == .stale && $0.cell.subtitle == "Channel • 1,000 views • 1 month ago" })
  }

  @Test func `a change of locales goes on where it was when it is killed`() async throws {
    let folder = try TemporaryDirectory()
    let bench = try FormatterBench()
    try bench.add((0..<3_000).map { episode($0) })
    try bench.leave(in: folder.path)
    let formatter = try FormatterProcess(folder: folder.path)
    for instant in [3_001, 4_600, 6_001] {
      try formatter.start("--locale", "de_DE")
      try formatter.wait { $0.head >= Position(UInt64(instant)) }
      await formatter.kill()
    }
    try formatter.start("--locale", "de_DE")
    try formatter.wait { $0.counters["cells.de_DE.episode"] == 3_000 && $0.counters["cells.en_US.episode"] == nil }
    await formatter.kill()
    let events = try formatter.committed()
    #expect(events.count == 9_000)
    let made = try events.dropFirst(3_000).filter { $0.type == Self.cellUpdated }.map { try $0.cell }
    #expect(made.count == 3_000 && Set(made.map(\.entity)).count == 3_000)
    #expect(made.allSatisfy { $0.locale == "de_DE" && $0.reason == .rebuilt })
    let removed = events.filter { $0.type == "castwire.cell.removed.v1" }
    #expect(try removed.allSatisfy { try $0.decode(CellRemovedEvent.self).locale == "en_US" })
    #expect(Set(removed.map(\.subject)).count == 3_000)
    // The program's own check finds its tables in order.
    let check = try ServiceProcess("formatter", arguments: ["check", "--data", folder.path])
    #expect(await check.waitForExit(within: .seconds(60)) == .exited(0), "\(check.lines)")
  }

  @Test func `a formatter that was wiped rebuilds each cell once from the catalog, killed again and again`()
    async throws
  {
    let catalog = try RunningCatalog()
    let channelID = "2d3f9e4a-4e5b-5c6d-8e7f-0123456789ab"
    catalog.publish(
      try [draft(.added, channel(channelID, name: "Name"))]
        + (0..<2_000).map { try draft(.added, video($0, uploaded: Date() - 45 * 86_400 - Double($0))) }
        + (0..<1_000).map { try draft(.added, episode($0)) })
    let folder = try TemporaryDirectory()
    let formatter = try FormatterProcess(folder: folder.path, catalogPort: catalog.port)
    try formatter.start()
    try formatter.wait { $0.head >= Position(3_000) }
    await formatter.kill()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.path(of: name))
    }
    for instant in [1, 1_000, 2_000] {
      try formatter.start()
      try formatter.wait { $0.head >= Position(UInt64(instant)) }
      await formatter.kill()
    }
    try formatter.start()
    try formatter.wait { $0.counters["cells.en_US.video"] == 2_000 && $0.counters["cells.en_US.episode"] == 1_000 }
    try formatter.wait { $0.complete }
    await formatter.kill()
    let events = try formatter.committed()
    #expect(events.count == 3_000 && Set(events.map(\.subject)).count == 3_000)
    let cells = try events.map { try $0.decode(CellEvent<RawJSON>.self) }
    #expect(cells.allSatisfy { $0.reason == .rebuilt })
    #expect(
      try events.filter { $0.partitionKey == channelID }.allSatisfy {
        try $0.videoCell.cell.profileImageURL == "https://example.com/Name.png"
      })
    #expect(catalog.trouble == nil)
  }

  @Test(.enabled(if: SmallDisk.isPermitted, "mounting a small file system needs to be permitted"))
  func `a renewal that finds the disk full goes on once there is room`() async throws {
    let disk = try SmallDisk(kibibytes: 8_192)
    try stoppedAMonthAgo(600, in: disk.path)
    let formatter = try FormatterProcess(folder: disk.path)
    try formatter.start("--renewal-rate", "100")
    try formatter.wait { $0.head > Position(600) }
    try disk.fill()
    let isTold: @Sendable (String) -> Bool = { $0.contains("nothing is published until it can") }
    #expect(await formatter.process?.line(within: .seconds(60), where: isTold) != nil)
    #expect(try formatter.status()?.counters["cells.en_US.video"] == 600)
    try disk.free()
    try formatter.wait { $0.counters["staleCells"] == 0 }
    #expect(formatter.process?.status == nil)
    await formatter.kill()
    let renewed = try formatter.committed(after: 600)
    #expect(renewed.count == 600 && Set(renewed.map(\.subject)).count == 600)
  }
}
