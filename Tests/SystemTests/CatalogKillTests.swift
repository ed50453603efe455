import CastwireBus
import Foundation
import Storage
import TestSupport
import Testing

/// Two real catalogs over one feed-ingest: one is killed again and again, its twin never.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct CatalogKillTests {
  private static let count = 2_000

  /// What a publisher does to a feed, each time with all of its items: so that there is a middle to be killed in.
  private static let documents: [[UInt8]] = [
    document(), document(edition: 1), document(edition: 2, without: [990, 991, 992]),
    document(edition: 3, without: [990, 991, 992], guids: "new-host"), document(edition: 4, guids: "new-host"),
    document(edition: 5, guids: "new-host", files: "cdn.example.com"),
    document(edition: 6, guids: "newer-host", files: "cdn.example.org"),
  ]

  private static func document(
    edition: Int = 0, without missing: [Int] = [], guids: String = "test-cast", files: String = "media.example.com"
  ) -> [UInt8] {
    let titles =
      edition == 0 ? [:] : Dictionary(uniqueKeysWithValues: (1...count).map { ($0, "No. \($0), \(edition)") })
    let text = String(decoding: Feeds.podcast(episodes: count, titles: titles), as: UTF8.self)
    let parts = text.replacing(">test-cast-", with: ">\(guids)-")
      .replacing("media.example.com/test", with: "\(files)/test").components(separatedBy: "<item>")
    let gone = missing.map { ">\(guids)-\($0)<" }
    let kept = parts.filter { part in !gone.contains { part.contains($0) } }
    return Array(kept.joined(separator: "<item>").utf8)
  }

  private let document = Monitor(documents[0])
  private let server: FeedServer
  private let castwire: Installation
  private let twin: ServiceProcess
  private let twinFolder: TemporaryDirectory
  private let twinClient: RequestClient

  init() throws {
    let document = document
    server = try FeedServer { _ in .ok(document.withLock { $0 }) }
    castwire = try Installation()
    try castwire.start(.feedIngest)
    try castwire.start(.catalog)
    let (folder, port) = (try TemporaryDirectory(), try FreePort.pair())
    twinFolder = folder
    twin = try ServiceProcess(
      "catalog",
      arguments: [
        "run", "--data", folder.path, "--port", "\(port)", "--feed-ingest", "127.0.0.1:\(castwire.port(.feedIngest))",
      ])
    twinClient = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
  }

  @Test func `a catalog that is killed within documents says what one says that never was`() async throws {
    var hits = 0
    for (number, bytes) in Self.documents.enumerated() {
      let start = try castwire.status(.feedIngest).head
      document.withLock { $0 = bytes }
      if number == 0 { _ = try castwire.follow(server.url()) } else { try castwire.refresh() }
      // Instants are named by how far the victim has come, so that each falls into the document.
      for instant in (0..<2).map({ _ in UInt64.random(in: 1..<UInt64(Self.count)) }).sorted() {
        let place = Position(start.rawValue + instant)
        try wait { try victimCursor() >= place }
        try await castwire.kill(.catalog)
        if try storedCursor() < place { hits += 1 }
        try castwire.start(.catalog)
      }
      try waitForDocument(number + 1)
    }
    // Items that waited in memory for the end of their document, and came again.
    #expect(hits >= 3)
    try await expectTwins()
  }

  @Test func `a catalog that is killed between documents says what one says that never was`() async throws {
    for (number, bytes) in Self.documents.enumerated() {
      document.withLock { $0 = bytes }
      if number == 0 { _ = try castwire.follow(server.url()) } else { try castwire.refresh() }
      try waitForDocument(number + 1)
      try await castwire.kill(.catalog)
      #expect(try stagedItems() == 0)
      // Every other time the next document comes while it is away.
      if number.isMultiple(of: 2) { try castwire.start(.catalog) }
      if number % 2 == 1, number + 1 < Self.documents.count {
        document.withLock { $0 = Self.documents[number + 1] }
        try castwire.refresh()
        try wait { try twinDocuments() == number + 2 }
        try castwire.start(.catalog)
      }
    }
    if Self.documents.count.isMultiple(of: 2) { try castwire.start(.catalog) }
    try waitForDocument(Self.documents.count)
    try await expectTwins()
  }

  // MARK: How far they are

  private func victimCursor() throws -> Position {
    try castwire.status(.catalog).peers.first?.cursor ?? Position(0)
  }

  private func twinDocuments() throws -> Int {
    try twinClient.ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(60))
      .counters["documents"] ?? 0
  }

  /// Waits until feed-ingest has published so many documents, and both have taken in all of it.
  private func waitForDocument(_ number: Int) throws {
    try wait { try twinDocuments() >= number }
    let head = try castwire.status(.feedIngest).head
    try wait { try victimCursor() >= head }
  }

  /// Each question waits for its answer: nothing else runs meanwhile.
  private func wait(_ isSo: () throws -> Bool) throws {
    let end = ContinuousClock.now + .seconds(120)
    while try !isSo() {
      try #require(ContinuousClock.now < end, "\(castwire.processes[.catalog]?.lines.suffix(3) ?? [])")
    }
  }

  /// Where a killed catalog goes on.
  private func storedCursor() throws -> Position {
    try Database(path: castwire.folder.path(of: "catalog.sqlite"))
      .first("SELECT sequence FROM cursor") { Position(UInt64($0.integer(0))) } ?? Position(0)
  }

  /// How many items a killed catalog has kept for the end of their document.
  private func stagedItems() throws -> Int {
    try Database(path: castwire.folder.path(of: "catalog.sqlite"))
      .first("SELECT count(*) FROM staged") { $0.integer(0) } ?? 0
  }

  // MARK: What they said

  private func expectTwins() async throws {
    try await castwire.end(.catalog)
    twin.kill(SIGTERM)
    #expect(await twin.waitForExit() == .exited(0))
    let said = try castwire.committedEvents(.catalog)
    let expected = try CommittedEvent.all(inDatabase: twinFolder.path(of: "catalog.sqlite"))
    #expect(said.isContiguous && said.isInOrderOfTime)
    #expect(said.subjects(ofType: "castwire.episode.added.v1").count == Self.count)
    for verb in ["updated", "withdrawn", "restored"] {
      #expect(!said.subjects(ofType: "castwire.episode.\(verb).v1").isEmpty, "\(verb)")
    }
    #expect(said.count == expected.count)
    let first = zip(said, expected).first { Self.words($0.event) != Self.words($1.event) }
    if let first { Issue.record("\(Self.words(first.0.event))\n\(Self.words(first.1.event))") }
    let check = try ServiceProcess("catalog", arguments: ["check", "--data", castwire.folder.path])
    #expect(await check.waitForExit(within: .seconds(60)) == .exited(0), "\(check.lines)")
  }

  /// All of an event but which log it stands in and when it was committed.
  private static func words(_ event: Event) -> String {
    String(decoding: event.json, as: UTF8.self).replacing("castwire://catalog/\(event.log)", with: "")
      .replacing(#/"time":"[^"]*"/#, with: "", maxReplacements: 1)
  }
}
