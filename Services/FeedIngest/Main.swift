internal import Foundation

@main
enum Main {
  static func main() {
    if CommandLine.arguments.dropFirst().first == "parse" {
      exit(ParseCommand.run(arguments: Array(CommandLine.arguments.dropFirst(2))))
    }
  }
}
