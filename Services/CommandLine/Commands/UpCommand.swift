internal import Runtime

/// `castwire up`: the services in one terminal.
enum UpCommand {
  static let command = Command(
    "up", summary: "run feed-ingest, catalog and formatter in this terminal until Ctrl-C",
    about: """
      Runs feed-ingest, catalog and formatter in this terminal until Ctrl-C, and starts again the one that dies. Shows
      their logs on standard error, and on a terminal or with --cells episodes while they come on standard output.
      """,
    options: UpPlan.options, run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let plan = try UpPlan(invocation.arguments)
    try plan.checkPorts()
    return try UpSession(plan, invocation, signals: try Signals()).run()
  }
}
