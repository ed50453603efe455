internal import Storage

/// `SERVICE check`: looks at everything in the service's database, also while it runs.
struct CheckCommand {
  /// So many findings are printed one by one: a damaged disk can give one for each event.
  private static let mostFindings = 1_000

  let command: DatabaseCommand

  /// - Parameter say: gets a line for each finding, and one at the end.
  /// - Returns: whether nothing was found.
  func run(_ progress: TerminalProgress, say: (String) -> Void) throws -> Bool {
    let database = try command.database()
    var count = 0
    let events = try withoutActuallyEscaping(say) { say in
      try FullCheck(
        database: database, service: command.service, tables: command.tables,
        found: { finding in
          count += 1
          guard count <= Self.mostFindings else { return }
          progress.clear()
          say(finding)
        }, progress: { progress.show("checking \($0)", $1) }
      ).run()
    }
    progress.clear()
    if count > Self.mostFindings { say("and \(count - Self.mostFindings) more") }
    say("\(command.path): \(events) events, \(count == 0 ? "nothing" : "\(count) things") wrong")
    return count == 0
  }
}
