internal import Castwire
internal import CastwireBus
internal import ServiceLoop
internal import Storage

/// What channels say of themselves, which their videos' cells show.
extension CellStore {
  /// A channel whose videos have cells that are to be made anew.
  struct ChannelTask: Hashable {
    let id: String
    /// The place of the last video that was done; nil before the first.
    let reached: ListPlace?
    /// What changed the channel.
    let origin: Origin
  }

  func channel(_ id: String) throws -> ChannelSummary? {
    let json = try database.first("SELECT facts FROM channel WHERE id = ?1", .text(id)) { $0.blob(0) }
    return try json.map { try BusCoder.decode(ChannelSummary.self, from: $0) }
  }

  /// Keeps what a channel says of itself; all its videos' cells are to be made anew.
  func put(_ channel: ChannelSummary, id: String, origin: Origin) throws {
    try database.run(
      "INSERT OR REPLACE INTO channel (id, facts, reached, cause, traceparent) VALUES (?1, ?2, '', ?3, ?4)", .text(id),
      .blob(try BusCoder.encode(channel)), .text(orNull: origin.causationID), .text(orNull: origin.traceparent))
  }

  func remove(channel id: String) throws {
    try database.run("DELETE FROM channel WHERE id = ?1", .text(id))
  }

  /// A channel whose videos' cells are to be made anew; nil where there is none.
  func channelTask() throws -> ChannelTask? {
    try database.first("SELECT id, reached, cause, traceparent FROM channel WHERE reached IS NOT NULL LIMIT 1") { row in
      ChannelTask(
        id: row.text(0), reached: row.text(1).isEmpty ? nil : try ListPlace(cursor: row.text(1)),
        origin: Origin(causationID: row.optionalText(2), traceparent: row.optionalText(3)))
    }
  }

  /// - Parameter reached: nil once all are done.
  func put(reached: ListPlace?, ofChannel id: String) throws {
    try database.run(
      "UPDATE channel SET reached = ?2 WHERE id = ?1", .text(id), .text(orNull: reached?.description))
  }
}
