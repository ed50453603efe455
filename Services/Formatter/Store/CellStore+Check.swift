internal import CastwireBus
internal import ServiceLoop
internal import Storage

extension CellStore {
  /// Holds the tables against the log: each cell stands where its newest event is, and nothing else does.
  @Sendable static func check(_ database: Database, _ log: CheckedLog, found: (String) -> Void) throws {
    try log.forEachNewest(family: "cell.") { newest in
      let locale = String(newest.family.dropFirst("cell.".count))
      let known = try database.first(
        "SELECT sequence FROM cell JOIN entity ON number = entity WHERE id = ?1 AND locale = ?2", .text(newest.subject),
        .text(locale)
      ) { Position(UInt64($0.integer(0))) }
      switch known {
      case nil where !newest.isEnding: found("the cell of \(newest.subject) in \(locale) is missing from the tables")
      case let known? where newest.isEnding:
        found("the cell of \(newest.subject) in \(locale) was removed, and stands at \(known)")
      case let known? where known != newest.sequence:
        found(
          "the cell of \(newest.subject) in \(locale) stands at \(known), and its newest event is \(newest.sequence)")
      default: break
      }
    }
    try database.forEach("SELECT id, locale, sequence FROM cell JOIN entity ON number = entity") { row in
      let (entity, locale, place) = (row.text(0), row.text(1), Position(UInt64(row.integer(2))))
      let event = try log.subject(at: place)
      if event?.subject != entity || event?.family != "cell.\(locale)" {
        found("the cell of \(entity) in \(locale) stands at \(place), where the log has no event about it")
      }
      return true
    }
    try database.forEach(
      "SELECT locale, count(*) FROM cell WHERE entity NOT IN (SELECT number FROM entity) GROUP BY locale"
    ) { row in
      found("there are \(row.integer(1)) cells in \(row.text(0)) of what is not there")
      return true
    }
    try database.forEach(
      """
      SELECT locale, kind, count(*) FROM cell JOIN entity ON number = entity GROUP BY locale, kind
      EXCEPT SELECT locale, kind, count FROM cell_count
      """
    ) { row in
      found("there are \(row.integer(2)) cells of kind \(row.text(1)) in \(row.text(0)), and another number is kept")
      return true
    }
  }
}
