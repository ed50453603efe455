#if canImport(Glibc)
  internal import Glibc
#endif

extension KeyFolder {
  /// Gives key files to the users that their services run as, so that each can read its own and none another's, and lets
  /// all read the list.
  ///
  /// It takes the privilege to give files away, and afterwards to read what is another's (CAP_CHOWN and
  /// CAP_DAC_READ_SEARCH on Linux), which root has.
  ///
  /// - Parameter owners: the numbers of the users, by the names of the keys.
  /// - Returns: what was done, in lines for a person.
  public func give(to owners: [String: UInt32]) throws(KeyError) -> [String] {
    for (name, owner) in owners.sorted(by: { $0.key < $1.key }) {
      let path = keyPath(of: name)
      guard chown(path, owner, gid_t.max) == 0 else { throw KeyError(path, "cannot be given away: \(systemError())") }
    }
    for (path, mode) in [(allowListPath, 0o644), (path, 0o711)] as [(String, mode_t)] {
      guard chmod(path, mode) == 0 else { throw KeyError(path, "cannot be opened to others: \(systemError())") }
    }
    return owners.sorted { $0.key < $1.key }.map { "\(keyPath(of: $0.key)) is user \($0.value)'s alone" }
  }
}
