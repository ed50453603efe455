import Castwire
import CastwireBus
import ServiceLoop
import Storage
import TestSupport

@testable import Catalog

/// A store on a file of its own, which can be closed and opened again.
final class StoreBench {
  let folder: TemporaryDirectory
  private(set) var store: CatalogStore
  private var sequence: UInt64 = 0

  init() throws {
    folder = try TemporaryDirectory()
    store = try CatalogStore(database: Database(path: folder.path(of: "catalog.sqlite")))
  }

  var path: String {
    folder.path(of: "catalog.sqlite")
  }

  /// As after a kill: what was in memory is gone.
  func reopen() throws {
    store = try CatalogStore(database: Database(path: path))
  }

  func nextPosition() -> Position {
    sequence += 1
    return Position(sequence)
  }

  /// An entity with an id of its number.
  @discardableResult
  func add(
    _ feed: Int, _ name: Int, kind: EntityKind = .episode, state: EntityState = .present, order: Int, file: Int64? = nil
  ) throws -> EntityRow {
    try store.add(
      feed: feed, id: Self.id(name), kind: kind, state: state,
      sequence: state.isPublished ? nextPosition() : Position(0), revision: 1, order: order, firstSeen: order,
      file: file,
      duplicateOf: nil)
  }

  static func id(_ name: Int) -> String {
    Identity.entityID(feedID: "a feed", identifier: "\(name)")
  }

  /// All pages of a list, joined.
  func list(
    _ kind: EntityKind, feed: Int? = nil, withdrawn: Bool? = nil, limit: Int = 500
  ) throws -> [EntityRow] {
    var rows: [EntityRow] = []
    while true {
      let before = rows.count
      let place = rows.last.map { ListPlace(order: $0.order, id: "\($0.number)") }
      try store.forEach(kind, feed: feed, withdrawn: withdrawn, before: place, limit: limit) { row in
        rows.append(row)
        return true
      }
      if rows.count - before < limit { return rows }
    }
  }
}
