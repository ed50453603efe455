import CastwireBus

@testable import Catalog

extension CatalogStore {
  /// Stores a new entity, counted where it is published.
  func add(
    feed: Int, id: String, kind: EntityKind, state: EntityState, sequence: Position, revision: Int, order: Int,
    firstSeen: Int, file: Int64?, duplicateOf: Int?, item: Int64? = nil
  ) throws -> EntityRow {
    let row = EntityRow(
      number: try nextNumber(), feed: feed, id: id, kind: kind, state: state, sequence: sequence, revision: revision,
      order: order, firstSeen: firstSeen, file: file, duplicateOf: duplicateOf)
    try add([(row, item)])
    if state.isPublished {
      try count(feed, kind, entities: 1, withdrawn: state.contains(.withdrawn) ? 1 : 0)
    }
    return row
  }
}
