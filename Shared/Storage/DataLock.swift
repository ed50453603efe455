#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A service's claim on its data, held for the process's life: the file NAME.lock, locked with `flock`.
///
/// The kernel lets go of it when the process ends, however it ends.
public final class DataLock {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Throws: `DataLockError` where another process holds it, or the file cannot be made.
  public init(folder: String, name: String) throws(DataLockError) {
    let path = "\(folder)/\(name).lock"
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw DataLockError(path: path, name: name, reason: .unusable(String(cString: strerror(errno))))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let failure = errno
      defer { close(descriptor) }
      guard failure == EWOULDBLOCK else {
        throw DataLockError(path: path, name: name, reason: .unusable(String(cString: strerror(failure))))
      }
      throw DataLockError(path: path, name: name, reason: .held(by: Self.holder(descriptor)))
    }
    self.descriptor = descriptor
    let holder = Array("process \(getpid())\n".utf8)
    // The text only names the holder to others; the lock itself stands without it.
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, holder, holder.count, 0) }
  }

  deinit {
    close(descriptor)
  }

  private static func holder(_ descriptor: Int32) -> String {
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = pread(descriptor, &buffer, buffer.count, 0)
    let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    return text.split(separator: "\n").first.map(String.init) ?? "another process"
  }
}

/// A service's data could not be claimed.
public struct DataLockError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What stood in the way.
  public enum Reason: Sendable, Hashable {
    /// Another process holds the lock; who, in words.
    case held(by: String)
    /// The file cannot be made or locked; the system's words.
    case unusable(String)
  }

  /// The lock file.
  public let path: String
  /// The service's name.
  public let name: String
  /// What stood in the way.
  public let reason: Reason

  /// The error in words, for a person.
  public var description: String {
    switch reason {
    case .held(let holder):
      "\(name) already runs on this data: \(holder) holds \(path); end it, or take another folder with --data"
    case .unusable(let message): "\(path) cannot be locked: \(message)"
    }
  }
}
