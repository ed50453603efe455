internal import Runtime
internal import Storage

/// The files of the search index: the index, and one that is being made to take its place. For the worker's thread.
final class SearchFiles {
  private let path: String
  private let journal: Log
  private let announce: (Database?) -> Void
  /// The index that can be asked; nil while it is closed.
  private(set) var index: SearchStore?
  /// An index that is being made to take the other's place.
  private var successor: SearchStore?

  /// - Parameter announce: gets what is open whenever that is another, before what was open is closed: to be interrupted.
  init(path: String, journal: Log, announce: @escaping (Database?) -> Void) {
    self.path = path
    self.journal = journal
    self.announce = announce
  }

  private var successorPath: String { "\(path).new" }

  var hasSuccessor: Bool { successor != nil }

  /// The index that is to take in what comes.
  func open(_ log: String) throws -> SearchStore {
    if let successor { return successor }
    if let index {
      if (try? FileIdentity(of: path)) == index.file { return index }
      journal.warning("the search index was deleted or replaced, and is made anew", ["file": path])
      close()
      try SearchStore.remove(path)
    }
    try SearchStore.remove(successorPath)
    let opened = try SearchStore(path: path, log: log)
    announce(opened.database)
    index = opened
    return opened
  }

  /// Begins an index that takes the other's place once it has come as far as the log.
  func beginSuccessor(_ log: String) throws {
    try SearchStore.remove(successorPath)
    let opened = try SearchStore(path: successorPath, log: log)
    announce(opened.database)
    successor = opened
  }

  /// Puts the successor, which has come as far as the log, in the index's place.
  func replace() throws {
    try successor?.database.checkpoint()
    close()
    try SearchStore.remove(path)
    try DurableFile.rename(successorPath, to: path)
  }

  /// Deletes the index, which is made anew then.
  func discard(because reason: String) throws {
    journal.info("the search index is made anew: \(reason)", ["file": path])
    close()
    try SearchStore.remove(successorPath)
    try SearchStore.remove(path)
  }

  func close() {
    // To close it takes time, for which nobody is to wait.
    announce(nil)
    index = nil
    successor = nil
  }
}
