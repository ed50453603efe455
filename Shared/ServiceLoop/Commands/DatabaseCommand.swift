internal import Foundation
internal import Storage

/// What the commands about a service's database share.
struct DatabaseCommand {
  let service: String
  let folder: String
  let tables: ServiceTables

  /// The service's database.
  var path: String {
    ServiceConfiguration.databasePath(of: service, in: folder)
  }

  /// The database for reading, also while the service runs.
  ///
  /// - Throws: `CommandError` where there is none.
  func database() throws -> Database {
    guard DurableFile.exists(path) else {
      throw CommandError("there is no \(path); say with --data in which folder the data of \(service) is")
    }
    return try Database(path: path, access: .reading)
  }

  /// How many events a log holds.
  func eventCount(_ database: Database) throws -> Int {
    try database.first("SELECT count(*) FROM event") { $0.integer(0) } ?? 0
  }
}

/// A command cannot do what it is told to. The process exits with status 1.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
