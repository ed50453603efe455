internal import Foundation

/// A file that cannot be read, and why.
struct UnreadableFile: Error, CustomStringConvertible {
  /// The error in words, for a person.
  let description: String

  /// - Parameter error: what Foundation said, which does not always tell why.
  init(_ path: String, _ error: any Error) {
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    let reason = !exists ? "there is no such file" : isFolder.boolValue ? "it is a folder" : error.localizedDescription
    description = "\(path) cannot be read: \(reason)"
  }
}
