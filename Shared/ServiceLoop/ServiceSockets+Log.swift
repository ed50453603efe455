internal import CastwireBus
internal import Runtime

extension ServiceSockets {
  /// Reads the allow-list anew and says what came of it. One that cannot be read leaves the old one in force.
  func reloadAllowList(_ journal: Log) throws {
    do {
      let losers = try reloadAllowList()
      journal.info(
        "the allow-list is read anew",
        [
          "keys": "\(listedKeys ?? 0)",
          "lost": losers.isEmpty ? "nothing" : "\(losers.joined(separator: ",")); all connections are made anew",
        ])
    } catch let error as KeyError {
      journal.error("SIGHUP: \(error); the allow-list stays as it was")
    }
  }

  /// Says what is new about those who connect.
  func report(to journal: Log) throws {
    for line in try takeLines() {
      if line.isWarning { journal.warning(line.text) } else { journal.info(line.text) }
    }
  }
}
