internal import CastwireBus
internal import ServiceLoop
internal import Storage

extension CellStore {
  /// Holds the tables against the log: each cell stands where its newest event is, and nothing else does.
  @Sendable static func check(_ database: Database, _ log: CheckedLog, found: (String) -> Void) throws {
    try log.forEachNewest(family: "cell.") { newest in
      let locale = String(newest.family.dropFirst("cell.".count))
      let known = try database.first(
        "SELECT sequence FROM cell WHERE entity = ?1 AND locale = ?2", .text(newest.subject), .text(locale)
      ) { $0.position(0) }
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
    try database.forEach("SELECT entity, locale, sequence FROM cell") { row in
      let (entity, locale, place) = (row.text(0), row.text(1), row.position(2))
      let event = try log.subject(at: place)
      if event?.subject != entity || event?.family != "cell.\(locale)" {
        found("the cell of \(entity) in \(locale) stands at \(place), where the log has no event about it")
      }
      return true
    }
    try database.forEach("SELECT DISTINCT entity FROM cell WHERE entity NOT IN (SELECT id FROM entity)") { row in
      found("there are cells of \(row.text(0)), which is not there")
      return true
    }
  }
}
