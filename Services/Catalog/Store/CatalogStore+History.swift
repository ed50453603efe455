internal import CastwireBus
internal import Storage

/// What entities were before, and why they are what they are.
extension CatalogStore {
  /// So many former revisions are kept: with the newest, which the log has, they are 20.
  static let mostRevisions = 19
  /// So many decisions about an entity are kept.
  static let mostDecisions = 50

  /// Keeps a revision that another takes the place of.
  ///
  /// It may come twice: without values when another event of the same revision takes its place in the log, and later with
  /// them. What it says of itself is what it said first.
  func noteRevision(entity: Int, _ former: FormerRevision) throws {
    try database.run(
      """
      INSERT INTO revision (entity, revision, time, verb, changed, former) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (entity, revision) DO UPDATE SET former = excluded.former WHERE excluded.former IS NOT NULL
      """, .number(entity), .number(former.revision), .integer(former.time.rawValue), .text(former.verb),
      .text(former.changed.joined(separator: ",")), former.former.map { .blob($0) } ?? .null)
    try database.run(
      "DELETE FROM revision WHERE entity = ?1 AND revision <= ?2", .number(entity),
      .number(former.revision - Self.mostRevisions))
  }

  /// An entity's former revisions, the newest first.
  func revisions(entity: Int) throws -> [FormerRevision] {
    try database.all(
      """
      SELECT revision, time, verb, changed, former FROM revision WHERE entity = ?1 ORDER BY revision DESC
      """, .number(entity)
    ) { row in
      FormerRevision(
        revision: row.integer(0), time: Timestamp(rawValue: Int64(row.integer(1))), verb: row.text(2),
        changed: row.text(3).split(separator: ",").map(String.init), former: row.isNull(4) ? nil : row.blob(4))
    }
  }

  /// Forgets an entity's former revisions and the decisions about it.
  func forgetHistory(entity: Int) throws {
    try database.run("DELETE FROM revision WHERE entity = ?1", .number(entity))
    try database.run("DELETE FROM decision WHERE entity = ?1", .number(entity))
  }

  func record(entity: Int, _ decision: DecisionRow) throws {
    let number =
      (try database.first(
        "SELECT max(number) FROM decision WHERE entity = ?1", .number(entity), make: { $0.integer(0) }) ?? 0) + 1
    try database.run(
      "INSERT INTO decision (entity, number, time, document, rule, detail) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
      .number(entity), .number(number), .integer(decision.time.rawValue), .number(decision.document),
      .text(decision.rule), decision.detail.map { .blob($0) } ?? .null)
    try database.run(
      "DELETE FROM decision WHERE entity = ?1 AND number <= ?2", .number(entity),
      .number(number - Self.mostDecisions))
  }

  /// The decisions about an entity, the oldest first.
  func decisions(entity: Int) throws -> [DecisionRow] {
    try database.all(
      "SELECT time, document, rule, detail FROM decision WHERE entity = ?1 ORDER BY number", .number(entity)
    ) { row in
      DecisionRow(
        time: Timestamp(rawValue: Int64(row.integer(0))), document: row.integer(1), rule: row.text(2),
        detail: row.isNull(3) ? nil : row.blob(3))
    }
  }
}
