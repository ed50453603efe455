#if canImport(Glibc)
  internal import Glibc
#endif

extension KeyFolder {
  /// Gives key files to the users that their services run as, so that each can read its own and none another's, and lets
  /// all read the list.
  ///
  /// It takes the privilege to give files away, and afterwards to read what is another's and to change its mode (CAP_CHOWN,
  /// CAP_DAC_READ_SEARCH and CAP_FOWNER on Linux), which root has.
  ///
  /// - Parameter owners: the numbers of the users, by the names of the keys.
  /// - Returns: what was done, in lines for a person.
  public func give(to owners: [String: UInt32]) throws(KeyError) -> [String] {
    var report: [String] = []
    for (name, owner) in owners.sorted(by: { $0.key < $1.key }) {
      let path = keyPath(of: name)
      if chown(path, owner, gid_t.max) == 0 {
        report.append("\(path) is user \(owner)'s alone")
      } else if errno == ENOENT {
        // Its service runs on another machine.
        report.append("\(path) is elsewhere, so that it is not given to user \(owner)")
      } else {
        throw KeyError(path, "cannot be given away: \(systemError())")
      }
    }
    for (path, mode) in [(allowListPath, 0o644), (path, 0o711)] as [(String, mode_t)] {
      guard chmod(path, mode) == 0 else { throw KeyError(path, "cannot be opened to others: \(systemError())") }
    }
    return report
  }
}
