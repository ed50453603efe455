internal import Foundation

/// The program `castwire`.
public enum CastwireProgram {
  /// Does what the command line says and ends the process.
  public static func main() -> Never {
    // A closed pipe is an ordinary end, told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let program = CommandProgram(environment: ProcessInfo.processInfo.environment)
    exit(program.status(Array(CommandLine.arguments.dropFirst())))
  }
}
