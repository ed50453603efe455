internal import CSystem

/// Which file a path names: a copy of a file is another one, even where it takes the first one's place.
///
/// The number of the device is no part of it, since it differs from one start of the machine to the next.
public struct FileIdentity: Sendable, Hashable {
  /// The file's number in its file system. A new file often gets that of one that was just deleted.
  public let inode: UInt64
  /// When the file was made, in nanoseconds since 1970; 0 where the file system does not keep it.
  public let birth: Int64

  /// An identity that was written down before.
  public init(inode: UInt64, birth: Int64) {
    (self.inode, self.birth) = (inode, birth)
  }

  /// Asks the file system.
  ///
  /// - Throws: where there is no such file.
  public init(of path: String) throws(FileError) {
    var (inode, birth): (UInt64, Int64) = (0, 0)
    let code = castwire_file_identity(path, &inode, &birth)
    guard code == 0 else { throw FileError("look at", path, code: code) }
    self.init(inode: inode, birth: birth)
  }

  /// Whether both can be the same file: what is not known of one of them tells nothing.
  public func canBe(_ other: FileIdentity) -> Bool {
    inode == other.inode && (birth == other.birth || birth == 0 || other.birth == 0)
  }
}
