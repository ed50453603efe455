internal import Foundation
internal import Storage

/// What a catalog that has ended leaves on the disk.
struct CatalogFiles {
  /// In bytes, of the whole files with what stands beside them.
  let database: Int
  let search: Int
  /// The tables of the log, each with its indexes, and the catalog's own, the largest first.
  let log: [(name: String, size: Int)]
  let own: [(name: String, size: Int)]

  /// Tables that every service has.
  private static let ofLog: Set<String> = [
    "event", "newest", "ending", "family", "log", "former_log", "compaction", "cursor", "quarantine", "replayed",
    "replaying", "schema_version", "sqlite_schema",
  ]

  init(folder: String) throws {
    func size(_ name: String) throws -> Int {
      try ["", "-wal"].map { "\(folder)/\(name)\($0)" }.filter(FileManager.default.fileExists).reduce(0) {
        $0 + (try FileManager.default.attributesOfItem(atPath: $1)[.size] as? Int ?? 0)
      }
    }
    search = try size("catalog-search.sqlite")
    let database = try Database(path: "\(folder)/catalog.sqlite")
    // What stands beside the file is part of it, and would count twice.
    try database.checkpoint()
    self.database = try size("catalog.sqlite")
    let tables = try database.all(
      """
      SELECT coalesce(tbl_name, name), sum(pgsize) FROM (SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE)
      LEFT JOIN sqlite_schema USING (name) GROUP BY 1 ORDER BY 2 DESC
      """
    ) { (name: $0.text(0), size: $0.integer(1)) }
    log = tables.filter { Self.ofLog.contains($0.name) }
    own = tables.filter { !Self.ofLog.contains($0.name) }
  }
}
