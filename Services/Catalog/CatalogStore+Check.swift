internal import CastwireBus
internal import ServiceLoop
internal import Storage

extension CatalogStore {
  /// Holds the tables against the log: each podcast and episode stands where its newest event is, and nothing else does.
  @Sendable static func check(_ database: Database, _ log: CheckedLog, found: (String) -> Void) throws {
    for family in ["podcast", "episode"] {
      let sequence = "SELECT sequence FROM \(family) WHERE id = ?1"
      try log.forEachNewest(family: family) { newest in
        guard newest.family == family else { return }
        let known = try database.first(sequence, .text(newest.subject)) { $0.position(0) }
        switch known {
        case nil where !newest.isEnding: found("\(family) \(newest.subject) is missing from the tables")
        case let known? where newest.isEnding: found("\(family) \(newest.subject) was removed, and stands at \(known)")
        case let known? where known != newest.sequence:
          found("\(family) \(newest.subject) stands at \(known), and its newest event is \(newest.sequence)")
        default: break
        }
      }
      try database.forEach("SELECT id, sequence FROM \(family)") { row in
        let (id, place) = (row.text(0), row.position(1))
        let event = try log.subject(at: place)
        if event?.subject != id || event?.family != family {
          found("\(family) \(id) stands at \(place), where the log has no event about it")
        }
        return true
      }
    }
    try database.forEach("SELECT id FROM episode WHERE podcast NOT IN (SELECT id FROM podcast)") { row in
      found("episode \(row.text(0)) has no podcast")
      return true
    }
    try database.forEach("SELECT DISTINCT episode FROM name WHERE episode NOT IN (SELECT id FROM episode)") { row in
      found("there is a name for episode \(row.text(0)), which is not there")
      return true
    }
  }
}
