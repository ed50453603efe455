#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// A small file that is held open and overwritten as a whole, at the cost of one system call.
public final class RecordFile {
  private let path: String
  private let descriptor: Int32

  /// Opens the file, and makes it where there is none.
  public init(path: String) throws(FileError) {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError("open", path) }
  }

  deinit {
    close(descriptor)
  }

  /// Puts `text` in the place of what the file held; text of another length than before leaves the file's end wrong
  /// until it is written durably.
  ///
  /// - Parameter durably: whether to wait until it is on the disk, under the file's name.
  public func write(_ text: String, durably: Bool) throws(FileError) {
    var text = text
    let count = text.utf8.count
    let written = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == count else { throw FileError("write", path, code: written < 0 ? errno : ENOSPC) }
    guard durably else { return }
    guard ftruncate(descriptor, off_t(count)) == 0, fsync(descriptor) == 0 else { throw FileError("write", path) }
    try DurableFile.syncFolder(of: path)
  }

  /// What such a file holds, at most 4 KiB of it; nil where there is none.
  public static func text(of path: String) throws(FileError) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileError("open", path)
    }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &buffer, buffer.count)
    guard count >= 0 else { throw FileError("read", path) }
    return String(decoding: buffer.prefix(count), as: UTF8.self)
  }
}
