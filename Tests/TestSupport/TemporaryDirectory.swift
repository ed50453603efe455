import Foundation

/// A new, empty folder that is deleted with everything in it when the value goes.
public final class TemporaryDirectory: Sendable {
  /// The folder's absolute path, without a trailing slash.
  public let path: String

  /// Throws what the file system says when the folder cannot be made.
  ///
  /// - Parameter inMemory: whether it is to be in memory, where the system has a place for that: for tests that are about
  ///   what is written and not about the disk.
  public init(inMemory: Bool = false) throws {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let isWritable = inMemory && FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isWritable ? memory : FileManager.default.temporaryDirectory)
      .appendingPathComponent("castwire-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit {
    remove()
  }

  /// The path of something in the folder.
  public func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a file into the folder and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path(of: name)
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    return file
  }

  /// Deletes the folder now. A folder that is gone already is no error.
  public func remove() {
    guard FileManager.default.fileExists(atPath: path) else { return }
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      FileHandle.standardError.write(Data("cannot delete \(path): \(error)\n".utf8))
    }
  }
}
