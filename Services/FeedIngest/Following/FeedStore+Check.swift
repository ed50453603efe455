internal import CastwireBus
internal import ServiceLoop
internal import Storage

extension FeedStore {
  /// Holds the tables of feeds and their items against the log: what is followed and what is in it, both say alike.
  @Sendable static func check(_ database: Database, _ log: CheckedLog, found: (String) -> Void) throws {
    // Of a feed that was purged before its place was noted, nothing is known up to the newest event.
    var forgottenTo: [String: Position] = [:]
    try database.forEach("SELECT id, forgotten_to, purged FROM feed") { row in
      forgottenTo[row.text(0)] = row.integer(2) != 0 ? Position(.max) : row.position(1)
      return true
    }
    try log.forEachNewest(family: "feed") { newest in
      let state = try database.first("SELECT state FROM feed WHERE id = ?1", .text(newest.subject)) { $0.text(0) }
      switch state {
      case nil: found("feed \(newest.subject) is missing from the tables")
      case let state? where (state == "unfollowed") != newest.isEnding:
        found("feed \(newest.subject) is \(state), and its newest event \(newest.sequence) says otherwise")
      default: break
      }
    }
    try log.forEachNewest(family: "item") { newest in
      // What was to be forgotten with its feed stays in the log alone.
      if let place = forgottenTo[newest.feed], newest.sequence <= place { return }
      let isPresent = try database.first(
        "SELECT present FROM item WHERE feed = ?1 AND key = ?2", .text(newest.feed), .text(newest.subject)
      ) { $0.integer(0) != 0 }
      switch isPresent {
      case nil where !newest.isEnding: found("item \(newest.subject) of \(newest.feed) is missing from the tables")
      case let isPresent? where isPresent == newest.isEnding:
        found(
          "item \(newest.subject) of \(newest.feed) is \(isPresent ? "present" : "gone"), and its newest event "
            + "\(newest.sequence) says otherwise")
      default: break
      }
    }
  }
}
