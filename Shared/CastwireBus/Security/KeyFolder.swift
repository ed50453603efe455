#if canImport(Glibc)
  internal import Glibc
#endif

/// The folder that CASTWIRE_KEYS names: `NAME.key` for each service and client, and the file `allow-list`.
///
/// A service needs its own key file and the allow-list of it; a client its own key file alone.
public struct KeyFolder: Sendable {
  /// The folder, without a trailing slash.
  public let path: String

  /// The folder at a path; it need not be there yet.
  public init(path: String) {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  /// Where the key pair of that name is.
  public func keyPath(of name: String) -> String {
    "\(path)/\(name).key"
  }

  /// Where it stands who may connect.
  public var allowListPath: String {
    "\(path)/allow-list"
  }

  /// The key pair of that name.
  ///
  /// - Throws: with what to do where there is none, or where it cannot be used.
  public func keyFile(of name: String) throws(KeyError) -> KeyFile {
    let file = keyPath(of: name)
    guard Self.exists(file) else {
      throw KeyError(file, "is not there; 'castwire keys init \(path)' makes keys for the services and for castwire")
    }
    let key = try KeyFile(path: file)
    guard key.name == name else { throw KeyError(file, "is the key of '\(key.name)', not of '\(name)'") }
    return key
  }

  /// Who may connect.
  ///
  /// - Throws: also where others may write to the file.
  public func allowList() throws(KeyError) -> AllowList {
    let bytes = try PrivateFile.read(allowListPath, .integrity)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw KeyError(allowListPath, "is no text") }
    do {
      return try AllowList(text: text)
    } catch {
      throw KeyError(allowListPath, "\(error)")
    }
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }
}
