#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// The folder in which a service keeps its files.
public enum DataFolder {
  /// Makes the folder with those above it, where they are not there.
  ///
  /// Foundation's own function for this gives a number without a reason.
  ///
  /// - Throws: `DataFolderError`.
  public static func make(_ path: String) throws(DataFolderError) {
    var folder = path.hasPrefix("/") ? "/" : ""
    for name in path.split(separator: "/") {
      folder += "\(name)/"
      guard mkdir(folder, 0o755) != 0 else { continue }
      let failure = errno
      var status = stat()
      // A system may say of a folder that is there that it is read-only or no business of ours.
      guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw DataFolderError(path: path, reason: String(cString: strerror(failure == EEXIST ? ENOTDIR : failure)))
      }
    }
  }
}

/// A service's folder could not be made.
public struct DataFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The folder.
  public let path: String
  /// The system's words.
  public let reason: String

  /// The error in words, for a person.
  public var description: String {
    "the folder \(path) for data cannot be made: \(reason)"
  }
}
