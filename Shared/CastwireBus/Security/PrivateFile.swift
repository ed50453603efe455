internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// Files that are their owner's alone.
enum PrivateFile {
  /// Who else may not do what with a file.
  enum Protection {
    /// Nobody else may read it or write to it: it holds a secret.
    case secret
    /// Nobody else may write to it: it says who may do what.
    case integrity

    var forbiddenBits: mode_t { self == .secret ? 0o077 : 0o022 }
    var words: String { self == .secret ? "read" : "changed" }
    /// What chmod(1) has to do about it.
    var remedy: String { self == .secret ? "600" : "go-w" }
  }

  /// Far more than thousands of keys take, in bytes.
  private static let largestSize = 16 << 20

  /// What stands in a file.
  ///
  /// - Throws: also where others may do with it what they must not.
  static func read(_ path: String, _ protection: Protection) throws(KeyError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw KeyError(path, "cannot be read: \(systemError())") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw KeyError(path, "cannot be read: \(systemError())") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw KeyError(path, "is no file") }
    // Of the open file, so that no other can be put in its place after the look.
    guard status.st_mode & protection.forbiddenBits == 0 else {
      throw KeyError(path, "can be \(protection.words) by others; chmod \(protection.remedy) \(path)")
    }
    guard status.st_size <= largestSize else { throw KeyError(path, "is too large") }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
    var count = 0
    while count < bytes.count {
      let result = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if result < 0, errno == EINTR { continue }
      guard result >= 0 else { throw KeyError(path, "cannot be read: \(systemError())") }
      if result == 0 { break }
      count += result
    }
    return Array(bytes.prefix(count))
  }

  /// Makes a file that is not there yet, of mode 0600: whole or not at all.
  ///
  /// - Throws: also where there is one.
  static func create(_ path: String, _ bytes: [UInt8]) throws(KeyError) {
    let temporary = temporary(for: path)
    try write(bytes, to: temporary, for: path)
    defer { unlink(temporary) }
    // Unlike rename(2) it never takes the place of a file that is there.
    guard link(temporary, path) == 0 else { throw KeyError(path, "cannot be made: \(systemError())") }
    try synchronizeFolder(of: path)
  }

  /// Puts a file of mode 0600 in the place of another, or of none: whole or not at all, and on the disk when it returns.
  ///
  /// - Parameters:
  ///   - temporary: what it is called before, and what has that name goes; nil for a name of its own.
  ///   - keepsAccess: whether it gets the other's mode, owner and group: those who may read that are to read this.
  static func replace(
    _ path: String, _ bytes: [UInt8], by temporary: String? = nil, keepsAccess: Bool = false
  ) throws(KeyError) {
    let temporary = temporary ?? Self.temporary(for: path)
    try write(bytes, to: temporary, for: path)
    var old = stat()
    if keepsAccess, stat(path, &old) == 0 {
      // The mode comes last: a change of owner may take bits of it away.
      guard chown(temporary, old.st_uid, old.st_gid) == 0, chmod(temporary, old.st_mode & 0o777) == 0 else {
        let failure = systemError()
        unlink(temporary)
        throw KeyError(path, "cannot be written so that the same may read it as before: \(failure)")
      }
    }
    guard rename(temporary, path) == 0 else {
      let failure = systemError()
      unlink(temporary)
      throw KeyError(path, "cannot be written: \(failure)")
    }
    try synchronizeFolder(of: path)
  }

  private static func temporary(for path: String) -> String {
    "\(path).\(UUID().uuidString).new"
  }

  private static func write(_ bytes: [UInt8], to temporary: String, for path: String) throws(KeyError) {
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw KeyError(path, "cannot be written: \(systemError())") }
    defer { close(descriptor) }
    var written = 0
    while written < bytes.count {
      let result = bytes.withUnsafeBytes { buffer in
        Glibc.write(descriptor, buffer.baseAddress?.advanced(by: written), buffer.count - written)
      }
      if result < 0, errno == EINTR { continue }
      guard result > 0 else {
        // A write of nothing is a disk that has just become full.
        if result == 0 { errno = ENOSPC }
        let failure = systemError()
        unlink(temporary)
        throw KeyError(path, "cannot be written: \(failure)")
      }
      written += result
    }
    guard fsync(descriptor) == 0 else {
      let failure = systemError()
      unlink(temporary)
      throw KeyError(path, "cannot be written: \(failure)")
    }
  }

  private static func synchronizeFolder(of path: String) throws(KeyError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw KeyError(folder, "cannot be opened: \(systemError())") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw KeyError(folder, "cannot be written: \(systemError())") }
  }
}

/// What is wrong with a file or a folder of keys.
public struct KeyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file or folder.
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
