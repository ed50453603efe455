import Castwire
import CastwireBus
import Foundation
import Testing

@testable import Formatter

/// Tables of a version that kept no facts, and cells alone.
struct UpgradeTests {
  @Test func `what an older version did not keep comes from the catalog, and cells that are right stay`() throws {
    let bench = try FormatterBench(locales: ["en_US", "de_DE"])
    let history = try [
      bench.event(.added, episode(1, title: nil)), bench.event(.added, episode(2, description: "Notes")),
      bench.event(.added, episode(3, title: "Gone meanwhile")),
    ]
    try bench.apply(history)
    let cells = try bench.list()
    try bench.sql(Self.backToTheFirstTables)
    try bench.reopen()
    // Nothing can be made anew so far, but what was published is there.
    #expect(try bench.work().isEmpty)
    #expect(try bench.list().map { $0["cell"] as? [String: String] } == cells.map { $0["cell"] as? [String: String] })
    let error = #expect(throws: RequestError.self) { try bench.list(#","locale":"ja_JP""#) }
    #expect(error?.code == .unavailable)
    #expect(try bench.startsOver, "the catalog's log is taken for another")

    #expect(try bench.apply(Array(history.prefix(2)), startsOver: true, completes: true).isEmpty)
    let removed = try bench.work()
    #expect(removed.map(\.subject) == [episode(3).id, episode(3).id])
    #expect(removed.allSatisfy { $0.type == "castwire.cell.removed.v1" })
    #expect(try bench.list(#","locale":"ja_JP""#).count == 2)
    #expect(try bench.findings() == [])
    try bench.reopen()
    #expect(try bench.work().isEmpty)
    #expect(try !bench.startsOver)
  }

  /// As the first version had them, with what the newest had in them.
  private static let backToTheFirstTables = """
    ALTER TABLE entity RENAME TO newer_entity;
    ALTER TABLE cell RENAME TO newer_cell;
    DROP INDEX entity_order;
    DROP INDEX entity_order_of_feed;
    DROP INDEX cell_stale;
    CREATE TABLE entity (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, feed TEXT NOT NULL, ordering INTEGER NOT NULL,
      first_seen INTEGER NOT NULL, duration REAL, date INTEGER, appeared INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX entity_order ON entity (kind, ordering, id);
    CREATE INDEX entity_order_of_feed ON entity (kind, feed, ordering, id);
    CREATE TABLE cell (
      locale TEXT NOT NULL, entity TEXT NOT NULL, sequence INTEGER NOT NULL, digest TEXT NOT NULL,
      PRIMARY KEY (entity, locale)
    ) WITHOUT ROWID;
    INSERT INTO entity (id, kind, feed, ordering, first_seen, appeared)
      SELECT id, kind, feed, ordering, first_seen, 1 FROM newer_entity;
    INSERT INTO cell SELECT locale, id, sequence, 'digest' FROM newer_cell JOIN newer_entity ON number = entity;
    DROP TABLE newer_cell;
    DROP TABLE newer_entity;
    DROP TABLE cell_count;
    DROP TABLE channel;
    DROP TABLE state;
    ALTER TABLE locale DROP COLUMN reached;
    UPDATE locale SET rules = '1 UTC';
    UPDATE schema_version SET version = 1 WHERE component = 'formatter';
    """
}
