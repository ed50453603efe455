internal import Runtime

/// `castwire up`: the services in one terminal.
enum UpCommand {
  static let command = Command(
    "up", summary: "run feed-ingest, catalog and formatter in this terminal until Ctrl-C",
    about: """
      Runs feed-ingest, catalog and formatter in this terminal until Ctrl-C, and restarts one that dies. Shows their logs
      on standard error, and on a terminal or with --cells episodes while they come on standard output. With CASTWIRE_KEYS
      it passes SIGHUP on to them, and they read the allow-list anew.
      """,
    options: UpPlan.options, run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let plan = try UpPlan(invocation.arguments)
    try plan.checkPorts()
    let hangUp = HangUp()
    // Without keys there is nothing to read anew, and SIGHUP is the end of the terminal.
    let signals = try Signals(catchesHangUp: invocation.keyFolder != nil)
    return try UpSession(plan, invocation, signals: signals, hangUp: hangUp).run()
  }
}
