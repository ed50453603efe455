internal import Foundation

@main
enum Main {
  static func main() {
    // A closed pipe is an ordinary end, told by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let program = CommandProgram(environment: ProcessInfo.processInfo.environment)
    exit(program.status(Array(CommandLine.arguments.dropFirst())))
  }
}
