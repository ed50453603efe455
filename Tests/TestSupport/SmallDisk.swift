import Glibc

/// A file system of a size of its own: what fills up there fills up for real.
public final class SmallDisk: Sendable {
  private let folder: TemporaryDirectory

  /// Whether this process may mount file systems at all.
  public static let isPermitted: Bool = {
    guard let disk = try? SmallDisk(kibibytes: 64) else { return false }
    disk.unmount()
    return true
  }()

  /// - Throws: `SystemError` where mounting is not permitted.
  public init(kibibytes: Int) throws {
    folder = try TemporaryDirectory()
    guard mount("castwire", folder.path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else {
      throw SystemError("mount a tmpfs", code: errno)
    }
  }

  deinit {
    unmount()
  }

  /// Its folder.
  public var path: String { folder.path }

  /// Leaves no room at all.
  public func fill() throws {
    let descriptor = open(folder.path(of: "filler"), O_WRONLY | O_CREAT | O_APPEND, 0o600)
    guard descriptor >= 0 else { throw SystemError("open a file to fill the disk with", code: errno) }
    defer { close(descriptor) }
    for size in [4_096, 1] {
      let bytes = [UInt8](repeating: 0, count: size)
      while write(descriptor, bytes, size) == size {}
      guard errno == ENOSPC else { throw SystemError("fill the disk", code: errno) }
    }
  }

  /// Makes the room again that `fill` took.
  public func free() throws {
    guard unlink(folder.path(of: "filler")) == 0 else { throw SystemError("delete the filler", code: errno) }
  }

  /// Takes the permission to write from everybody, root included.
  public func makeReadOnly() throws {
    let flags = UInt(MS_REMOUNT) | UInt(MS_RDONLY)
    guard mount("castwire", folder.path, "tmpfs", flags, nil) == 0 else {
      throw SystemError("mount a tmpfs again", code: errno)
    }
  }

  private func unmount() {
    // Lazily, since a process that was killed may still hold a file.
    umount2(folder.path, Int32(MNT_DETACH))
  }
}
