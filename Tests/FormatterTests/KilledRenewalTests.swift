import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// Channels, videos and photos change, the clock goes on, jumps and is set back, settings change: and the formatter is
/// killed in the midst of it, again and again.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KilledRenewalTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)
  private static let lives = 8
  private static let locales = [["en_US", "ar"], ["en_US", "ar", "pl_PL"], ["ar", "pl_PL"], ["pl_PL", "en_US"]]
  private static let timeZones = ["UTC", "America/New_York", "Pacific/Kiritimati"]

  @Test(arguments: [3, 6] as [UInt64])
  func `each cell says in the end what is so then, and nothing was said twice on the way`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed, stream: "lives")
    let catalog = try RunningCatalog()
    var media = ChangingMedia(seed: seed, start: Self.start)
    var said = try media.add(videos: 300, photos: 30)
    catalog.publish(said)
    let folder = try TemporaryDirectory()
    let formatter = try FormatterProcess(folder: folder.path, catalogPort: catalog.port)
    var shown = Self.start
    var (locales, timeZone) = (Self.locales[0], Self.timeZones[0])
    var killsInRenewal = 0
    for life in 1...Self.lives {
      let isLast = life == Self.lives
      // In the end it was set back with one seed, and went on with the other.
      switch isLast ? Int(seed % 2) : random.below(4) {
      case 0: shown -= Double(random.below(60 * 86_400))
      case 1: shown += Double(random.below(300 * 86_400))
      default: shown += Double(random.below(86_400))
      }
      if random.isOnce(in: 3) { locales = Self.locales[random.below(Self.locales.count)] }
      if random.isOnce(in: 4) { timeZone = Self.timeZones[random.below(Self.timeZones.count)] }
      let clock = MovedClock(shown: shown, moment: Date(), speed: isLast ? 0 : [0, 600, 86_400][random.below(3)])
      try formatter.start(by: clock, locales: locales, timeZone: timeZone, renewalRate: 300)
      let changes = try media.change()
      catalog.publish(changes)
      said += changes
      if isLast {
        let head = Position(UInt64(said.count))
        try formatter.wait {
          try $0.peers.first?.cursor == head && $0.counters["staleCells"] == 0 && isAtRest(folder, clock.now)
        }
      } else {
        // Whatever it is at by then: the passing of time is what a seed stands for.
        try formatter.wait { _ in true }
        let instant = ContinuousClock.now + .milliseconds(random.below(600))
        var stale = 0
        try formatter.wait {
          stale = $0.counters["staleCells"] ?? 0
          return ContinuousClock.now >= instant
        }
        if stale > 0 { killsInRenewal += 1 }
      }
      await formatter.kill()
      shown = clock.now
    }
    try expectRight(
      formatter.committed(), media.cells(in: locales, timeZone: timeZone, now: shown), try staleTimes(folder))
    let check = try ServiceProcess("formatter", arguments: ["check", "--data", folder.path])
    #expect(await check.waitForExit(within: .seconds(60)) == .exited(0), "\(check.lines)")
    #expect(killsInRenewal > 0)
    #expect(catalog.trouble == nil)
  }

  /// Whether nothing is left to do at that time, by the formatter's tables.
  private func isAtRest(_ folder: TemporaryDirectory, _ now: Date) throws -> Bool {
    let database = try Database(path: folder.path(of: "formatter.sqlite"), access: .reading)
    let tasks = """
      SELECT count(*) FROM (
        SELECT 1 FROM locale WHERE rules = '' OR reached IS NOT NULL
        UNION ALL SELECT 1 FROM channel WHERE reached IS NOT NULL
        UNION ALL SELECT 1 FROM state WHERE swept_to IS NOT NULL OR doubted_to IS NOT NULL OR clock > ?1)
      """
    // A minute is what it takes for no change of the clock.
    return try database.first(tasks, .integer(Int64(now.timeIntervalSince1970) + 60)) { $0.integer(0) } == 0
  }

  /// When each cell goes stale, as it is kept, by locale and id.
  private func staleTimes(_ folder: TemporaryDirectory) throws -> [String: Date] {
    let rows = try Database(path: folder.path(of: "formatter.sqlite"), access: .reading).all(
      "SELECT locale, id, stale_at FROM cell JOIN entity ON number = entity WHERE stale_at IS NOT NULL"
    ) { ("\($0.text(0)) \($0.text(1))", Date(timeIntervalSince1970: TimeInterval($0.integer(2)))) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Applies the log from its beginning.
  private func expectRight(
    _ events: [Event], _ expected: [String: ChangingMedia.Cell], _ staleTimes: [String: Date]
  ) throws {
    var heads: [String: Position] = [:]
    var cells: [String: RawJSON] = [:]
    var actual: [String: ChangingMedia.Cell] = [:]
    for event in events {
      let isRemoved = event.type == "castwire.cell.removed.v1"
      let locale =
        try isRemoved
        ? event.decode(CellRemovedEvent.self).locale : event.decode(CellEvent<RawJSON>.self).locale
      #expect(event.previous == heads[locale] ?? Position(0))
      heads[locale] = event.sequence
      let key = "\(locale) \(event.subject)"
      if isRemoved {
        #expect(cells.removeValue(forKey: key) != nil, "\(event.sequence) removes \(key), which is not there")
        actual[key] = nil
        continue
      }
      let message = try event.decode(CellEvent<RawJSON>.self)
      #expect(message.entity == event.subject)
      #expect(cells[key] != message.cell, "\(event.sequence) says of \(key) what was said before")
      #expect(message.reason != .stale || message.kind == .video)
      cells[key] = message.cell
      actual[key] =
        message.kind == .video
        ? .video(try BusCoder.decode(VideoCellViewModel.self, from: message.cell.bytes), staleAt: staleTimes[key])
        : .photo(try BusCoder.decode(PhotoCellViewModel.self, from: message.cell.bytes))
    }
    #expect(Set(actual.keys) == Set(expected.keys))
    for (key, cell) in expected where actual[key] != cell {
      Issue.record("\(key) is \(actual[key].map { "\($0)" } ?? "nothing") and should be \(cell)")
    }
  }
}
