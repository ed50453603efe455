import CSQLite
import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Writes of commits that reach the file and are reported as failed: SQLite's own system calls are replaced by some that
/// write and then say EIO, for the databases that a test names. What SQLite does about it is its own.
enum FaultyWrites {
  enum Extent: Sendable {
    /// One commit, which SQLite then undoes.
    case once
    /// Every commit and every write into the database itself, so that SQLite cannot undo what has reached the file.
    case untilMended
  }

  private struct State {
    var extents: [String: Extent] = [:]
    /// Write-ahead logs whose next write is the page that commits.
    var committing: Set<Int32> = []
  }

  private static let state = Mutex(State())
  private static let isArmed = Atomic<Bool>(false)

  /// From now on the database's commits fail.
  static func begin(_ path: String, _ extent: Extent) {
    install
    state.withLock { $0.extents[path] = extent }
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  /// From now on they succeed.
  static func end(_ path: String) {
    state.withLock { $0.extents[path] = nil }
  }

  private static let install: Void = {
    guard let vfs = sqlite3_vfs_find(nil) else { fatalError("SQLite has no file system") }
    // Which of these SQLite calls depends on how it was built.
    let pwrite: @convention(c) (Int32, UnsafeRawPointer?, Int, off_t) -> Int = { descriptor, bytes, count, offset in
      FaultyWrites.report(descriptor, bytes, count, Glibc.pwrite(descriptor, bytes, count, offset))
    }
    let write: @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int = { descriptor, bytes, count in
      FaultyWrites.report(descriptor, bytes, count, Glibc.write(descriptor, bytes, count))
    }
    _ = vfs.pointee.xSetSystemCall(vfs, "pwrite", unsafeBitCast(pwrite, to: sqlite3_syscall_ptr.self))
    _ = vfs.pointee.xSetSystemCall(vfs, "pwrite64", unsafeBitCast(pwrite, to: sqlite3_syscall_ptr.self))
    _ = vfs.pointee.xSetSystemCall(vfs, "write", unsafeBitCast(write, to: sqlite3_syscall_ptr.self))
  }()

  /// What SQLite is told of a write that was done.
  private static func report(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ written: Int) -> Int {
    guard isArmed.load(ordering: .sequentiallyConsistent), written == count, let bytes, fails(descriptor, bytes, count)
    else { return written }
    errno = EIO
    return -1
  }

  private static func fails(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Bool {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/fd/\(descriptor)", &buffer, buffer.count)
    guard length > 0 else { return false }
    let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return state.withLock { state in
      if case .untilMended = state.extents[path] { return true }
      guard path.hasSuffix("-wal"), let extent = state.extents[String(path.dropLast(4))] else { return false }
      // The header of a frame has the size of the database where the frame commits, and else 0
      // (sqlite.org/fileformat2.html#walformat); the page follows.
      if count == 24 {
        if bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self) != 0 { state.committing.insert(descriptor) }
        return false
      }
      guard state.committing.remove(descriptor) != nil else { return false }
      if case .once = extent { state.extents[String(path.dropLast(4))] = nil }
      return true
    }
  }
}
