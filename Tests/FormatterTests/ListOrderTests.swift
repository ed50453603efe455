import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Formatter

/// Lists stand as the catalog's do: by the stated date or by when the catalog saw it first, whichever is earlier.
struct ListOrderTests {
  private static let long = Date(timeIntervalSince1970: 1_600_000_000)
  private static let lately = Date(timeIntervalSince1970: 1_690_000_000)
  /// A second before the catalog tells of it in these tests.
  private static let renewed = Date(timeIntervalSince1970: 1_700_000_000)

  /// Of each kind number 1, which the catalog saw long ago and whose date the feed keeps renewing, and number 2, which came
  /// later.
  private static func drafts(_ kind: CellKind) throws -> (old: EventDraft, recent: EventDraft) {
    switch kind {
    case .episode:
      (
        try draft(.added, episode(1, date: renewed - 86_400), firstSeen: long),
        try draft(.added, episode(2, date: lately), firstSeen: lately)
      )
    case .video:
      (
        try draft(.added, video(1, uploaded: renewed), firstSeen: long),
        try draft(.added, video(2, uploaded: lately), firstSeen: lately)
      )
    case .photo:
      (
        try draft(.added, photo(1, published: renewed), firstSeen: long),
        try draft(.added, photo(2, published: lately), firstSeen: lately)
      )
    }
  }

  private func ids(_ bench: FormatterBench, _ kind: CellKind) throws -> [String] {
    try bench.list(kind: kind).compactMap { $0["entity"] as? String }
  }

  @Test(arguments: CellKind.allCases)
  func `a date that is renewed does not make newest what the catalog has seen long ago`(kind: CellKind) throws {
    let bench = try FormatterBench()
    let (old, recent) = try Self.drafts(kind)
    try bench.apply([try bench.event(recent), try bench.event(old)])
    #expect(try ids(bench, kind) == [recent.subject, old.subject])
  }

  @Test func `what was ordered by a first sight of its own stands in the catalog's order once it says it`() throws {
    let bench = try FormatterBench()
    let old = episode(1, date: Self.renewed - 86_400)
    let recent = episode(2, date: Self.lately)
    try bench.apply([try bench.event(.added, old), try bench.event(.added, recent)])
    #expect(try ids(bench, .episode) == [old.id, recent.id])
    try bench.apply([try bench.event(try draft(.updated, old, firstSeen: Self.long))])
    #expect(try ids(bench, .episode) == [recent.id, old.id])
    // An event that does not say it takes nothing back.
    try bench.apply([try bench.event(.updated, old)])
    #expect(try ids(bench, .episode) == [recent.id, old.id])
  }

  @Test func `what the catalog saw later than its date stands by its date`() throws {
    let bench = try FormatterBench()
    let old = episode(1, date: Self.long)
    let recent = episode(2, date: Self.lately)
    try bench.apply([
      try bench.event(try draft(.added, old, firstSeen: Self.renewed)),
      try bench.event(try draft(.added, recent, firstSeen: Self.renewed)),
    ])
    #expect(try ids(bench, .episode) == [recent.id, old.id])
  }

  @Test func `a photo stands by when it was published, and not by when it was taken`() throws {
    let bench = try FormatterBench()
    var old = photo(1, published: nil)
    old.dateTaken = Self.long
    let recent = photo(2, published: Self.lately)
    try bench.apply([
      try bench.event(try draft(.added, old, firstSeen: Self.renewed)),
      try bench.event(try draft(.added, recent, firstSeen: Self.renewed)),
    ])
    #expect(try ids(bench, .photo) == [old.id, recent.id])
  }
}
