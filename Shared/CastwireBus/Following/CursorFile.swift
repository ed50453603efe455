#if canImport(Glibc)
  internal import Glibc
#endif

/// A cursor store in a small file of JSON, which is replaced as a whole and is on the disk when `save` returns.
///
/// A database of its own would keep a cursor no better: only in the database of what the events bring about is it worth
/// more, and there `EventSource.batches(from:)` puts it. One process at a time has the file: `PATH.lock` beside it says so.
public final class CursorFile: CursorStore {
  /// The file.
  public let path: String
  private let lock: Int32

  /// Takes the file for this process; it need not be there yet.
  ///
  /// - Throws: where another process has it, or the folder cannot be written to.
  public init(path: String) throws(CursorFileError) {
    self.path = path
    lock = open("\(path).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw CursorFileError(path, "cannot be locked: \(systemError())") }
    guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
      let words =
        errno == EWOULDBLOCK
        ? "is in use by another subscriber; give each a file of its own" : "cannot be locked: \(systemError())"
      close(lock)
      throw CursorFileError(path, words)
    }
  }

  deinit {
    close(lock)
  }

  /// What the file holds; nil where there is none.
  ///
  /// - Throws: also for what is no cursor, which is left as it is.
  public func load() throws(CursorFileError) -> Checkpoint? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw CursorFileError(path, "cannot be read: \(systemError())")
    }
    defer { close(descriptor) }
    // A cursor has less than 200 bytes.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw CursorFileError(path, "cannot be read: \(systemError())") }
    do {
      return try BusCoder.decode(Checkpoint.self, from: bytes.prefix(count))
    } catch {
      throw CursorFileError(path, "holds no cursor: \(error); to start over from the beginning, delete it")
    }
  }

  /// Replaces what the file holds.
  ///
  /// - Throws: where that cannot be written; the file is as before then.
  public func save(_ checkpoint: Checkpoint) throws(CursorFileError) {
    let json: [UInt8]
    do {
      json = try BusCoder.encode(checkpoint)
    } catch {
      // A checkpoint has no number that JSON lacks, and nothing else fails to encode.
      preconditionFailure("strings and flags can always be encoded: \(error)")
    }
    do {
      // Always the same name, so that a process that dies here leaves no more than one.
      try PrivateFile.replace(path, json, by: "\(path).new")
    } catch {
      throw CursorFileError(path, error.reason)
    }
  }
}

/// What is wrong with a file that is to hold a cursor.
public struct CursorFileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file.
  public let path: String
  /// What is wrong with it and what to do.
  public let reason: String

  init(_ path: String, _ reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The error in words, for a person.
  public var description: String {
    "\(path) \(reason)"
  }
}
