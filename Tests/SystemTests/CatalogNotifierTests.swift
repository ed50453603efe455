import Castwire
import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// Examples/notify.py behind a real catalog: quiet for what is there, one line for each episode that is new.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CatalogNotifierTests {
  private static let added = "castwire.episode.added.v1"

  private let published: Monitor<Int>
  private let server: FeedServer
  private let castwire: Installation
  private let episodes: Listener

  init() throws {
    let published = Monitor(5_000)
    self.published = published
    server = try FeedServer { _ in .ok(Feeds.podcast(episodes: published.withLock { $0 })) }
    castwire = try Installation()
    try castwire.start(.feedIngest)
    try castwire.start(.catalog)
    episodes = try castwire.listen(to: .catalog)
  }

  @Test func `it is quiet for 5,000 episodes of a new feed, and speaks for the next one, killed or not`() async throws {
    let first = try await start()
    try await isListening(first)
    _ = try castwire.follow(server.url())
    #expect(await episodes.hears(5_000, of: Self.added))
    let initial = try episodes.events.filter { $0.type == Self.added }.map { try $0.decode(EpisodeEvent.self).initial }
    #expect(initial.count == 5_000 && initial.allSatisfy(\.self))
    try await hasToldAll(first)
    #expect(first.lines == [])

    try await publish(5_001)
    #expect(await first.prints(1), "\(first.lines)")
    try await hasToldAll(first)
    #expect(first.lines == [Self.line(1, 5_001)])

    // It is away while one comes.
    try await kill(first)
    try await publish(5_002)
    let second = try await start()
    #expect(await second.prints(1), "\(second.lines)")
    try await publish(5_003)
    #expect(await second.prints(2), "\(second.lines)")
    try await hasToldAll(second)
    #expect(second.lines == [Self.line(2, 5_002), Self.line(3, 5_003)])

    // The catalog tells all of it anew, and one more.
    try await castwire.kill(.catalog)
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: castwire.folder.path(of: "catalog.sqlite\(suffix)"))
    }
    published.withLock { $0 = 5_004 }
    try castwire.refresh()
    try castwire.start(.catalog)
    #expect(await second.prints(3), "\(second.lines)")
    try await hasToldAll(second)
    #expect(second.lines.dropFirst(2) == [Self.line(4, 5_004)])
  }

  @Test func `whenever it is killed, no episode is lost, and one that is said again has its number`() async throws {
    published.withLock { $0 = 100 }
    _ = try castwire.follow(server.url())
    #expect(await episodes.hears(100, of: Self.added))
    // What is no news to its feed, but was there before the notifier, is none either.
    try await publish(110)
    let before = try await start()
    try await isListening(before)
    try await kill(before)
    var lines = before.lines
    #expect(lines == [])

    for round in 1...12 {
      let notifier = try await start()
      try await publish(110 + 5 * round)
      // In the midst of what it says, or before it says anything.
      if round % 4 > 0 { #expect(await notifier.prints(round % 4), "\(notifier.lines)") }
      try await kill(notifier)
      lines += notifier.lines
    }
    let last = try await start()
    try await publish(171)
    #expect(await last.line { $0.hasSuffix("/171") } != nil, "\(last.lines)")
    try await hasToldAll(last)
    lines += last.lines
    // A line that was said again is the same, number and all, and each kill can be to blame for one.
    #expect(lines.count <= 61 + 12)
    let numbers = Set(lines).map { Int($0.prefix { $0.isNumber }) ?? 0 }.sorted()
    #expect(numbers == Array(1...61), "\(lines)")
    let told = Set(lines.compactMap { $0.split(separator: "/").last.map(String.init) })
    #expect(told == Set((111...171).map(String.init)), "\(lines)")
  }

  // MARK: Parts

  private static func line(_ number: Int, _ episode: Int) -> String {
    "\(number)  Episode \(episode)  https://www.example.com/test-cast/\(episode)"
  }

  private var file: String { castwire.folder.path(of: "notify.sqlite") }

  private func start() async throws -> ServiceProcess {
    let endpoints = castwire.endpoints(.catalog)
    return try await Python.start([
      ShippedSubscriber.root.appending(path: "Examples/notify.py").path, "--cursor", file, "--events", endpoints.events,
      "--requests", endpoints.requests,
    ])
  }

  private func kill(_ notifier: ServiceProcess) async throws {
    notifier.kill(SIGKILL)
    #expect(await notifier.waitForExit() == .signalled(SIGKILL), "\(notifier.lines)")
  }

  private func publish(_ count: Int) async throws {
    published.withLock { $0 = count }
    try castwire.refresh()
    #expect(await episodes.hears(count, of: Self.added))
  }

  /// Waits until it has all that was there when it was started.
  private func isListening(_ notifier: ServiceProcess) async throws {
    try wait(notifier) { try $0.first("SELECT count(*) FROM started") { $0.integer(0) } == 1 }
  }

  /// Waits until it has taken in all that the catalog has said, and has nothing left to say.
  private func hasToldAll(_ notifier: ServiceProcess) async throws {
    try wait(notifier) { database in
      let catalog = try Database(path: castwire.folder.path(of: "catalog.sqlite"), access: .reading)
      let said = try catalog.first("SELECT id, head FROM log, family WHERE name = 'episode'") {
        (log: $0.text(0), head: $0.integer(1))
      }
      let heard = try database.first("SELECT log, sequence, anew FROM cursor") {
        (log: $0.text(0), place: Int($0.text(1)) ?? 0, isAnew: $0.integer(2) != 0)
      }
      guard let said, let heard, heard.log == said.log, heard.place >= said.head, !heard.isAnew else { return false }
      return try database.first("SELECT count(*) FROM outbox") { $0.integer(0) } == 0
    }
  }

  private func wait(_ notifier: ServiceProcess, _ isSo: (Database) throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while true {
      // It may be making the file, or committing to it.
      if let database = try? Database(path: file, access: .reading), (try? isSo(database)) == true { return }
      try #require(notifier.status == nil && ContinuousClock.now < end, "\(notifier.lines)")
    }
  }
}
