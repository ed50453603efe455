#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// What must be done with files that are to survive a loss of power.
public enum DurableFile {
  /// Waits until what was written to a file is on the disk.
  public static func sync(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError("open", path) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError("write", path) }
  }

  /// Waits until the names in a file's folder are on the disk: what was made, renamed or deleted there.
  public static func syncFolder(of path: String) throws(FileError) {
    try sync(folder(of: path))
  }

  /// Gives a file another name in one step; what had that name before is no more.
  public static func rename(_ path: String, to name: String) throws(FileError) {
    guard Glibc.rename(path, name) == 0 else { throw FileError("rename", path) }
    try syncFolder(of: name)
  }

  /// Gives a file a name that nothing has yet.
  ///
  /// - Throws: where something has that name, too.
  public static func rename(_ path: String, toNew name: String) throws(FileError) {
    // A second name is refused where one is, which `rename` would not do.
    try link(path, as: name)
    guard unlink(path) == 0 else { throw FileError("delete", path) }
  }

  /// Gives a file a second name, beside its own; it must be new, and in the same file system.
  public static func link(_ path: String, as name: String) throws(FileError) {
    guard Glibc.link(path, name) == 0 else { throw FileError("make", name) }
    try syncFolder(of: name)
  }

  /// Whether something is there under a path.
  public static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  /// Deletes a file; one that is not there is no error.
  public static func remove(_ path: String) throws(FileError) {
    guard unlink(path) != 0, errno != ENOENT else { return }
    throw FileError("delete", path)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// What the system said when it would not do something with a file.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was to be done: `open`.
  public let action: String
  /// The file.
  public let path: String
  /// The system's error number.
  public let code: Int32

  init(_ action: String, _ path: String, code: Int32 = errno) {
    (self.action, self.path, self.code) = (action, path, code)
  }

  /// The error in words, for a person.
  public var description: String {
    "cannot \(action) \(path): \(String(cString: strerror(code)))"
  }
}
