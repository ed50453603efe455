internal import Foundation
internal import Storage

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// `SERVICE backup FILE`: a copy of the service's database, of one moment, also while it runs.
struct BackupCommand {
  let command: DatabaseCommand
  let file: String

  /// - Returns: what was done, for a person.
  func run(_ progress: TerminalProgress) throws -> String {
    guard !DurableFile.exists(file) else {
      throw CommandError("\(file) is there already; nothing is written over, so give another name")
    }
    let database = try command.database()
    let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    guard access(folder.path, W_OK | X_OK) == 0 else {
      throw CommandError("\(folder.relativePath) is not there, or cannot be written to")
    }
    // Under its own name it is whole or not there at all.
    let unfinished = "\(file).unfinished-\(getpid())"
    do {
      try database.copy(to: unfinished) { progress.show("copying", $0) }
      let copy = try Database(path: unfinished, access: .reading)
      let (count, size) = (try command.eventCount(copy), try copy.size)
      try DurableFile.rename(unfinished, toNew: file)
      progress.clear()
      return "\(file) holds \(command.service)'s \(count) events in \(size) bytes"
    } catch {
      try DurableFile.remove(unfinished)
      throw error
    }
  }
}
