#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// Keeps a database to its owner, whatever the umask is and whoever put the file there.
enum PrivateMode {
  /// What SQLite keeps beside a database. It makes them with the mode of that.
  private static let companions = ["", "-wal", "-shm", "-journal"]

  /// Takes a database and what is beside it away from group and others, and makes the file where there is none.
  ///
  /// What cannot be changed stays as it is: it is another user's, who decides about it, or cannot be opened either, which
  /// SQLite then tells.
  static func ensure(_ path: String) {
    // Never opened where it is there: to close a file lets go of all locks that the process holds on it, SQLite's too.
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    for name in companions.map({ path + $0 }) {
      var status = stat()
      guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { continue }
      _ = chmod(name, status.st_mode & 0o700)
    }
  }
}
