internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire`: finds the command, reads its arguments, and turns what went wrong into words and an exit status.
struct CommandProgram {
  static let name = "castwire"
  static let about = "Follows feeds and shows what comes of them: talks to feed-ingest, catalog and formatter."
  static let commands: [Command] = [
    UpCommand.command,
    FollowCommand.command, UnfollowCommand.command, FeedsCommand.command, RefreshCommand.command,
    ImportCommand.command, ExportCommand.command, PodcastsCommand.command, EpisodesCommand.command,
    ChannelsCommand.command, VideosCommand.command, PhotoStreamsCommand.command, PhotosCommand.command,
    SearchCommand.command, ShowCommand.command, KeepCommand.command,
    TailCommand.command, StatusCommand.command, RetryCommand.command, KeysCommand.command,
  ]

  private let environment: [String: String]
  private let output: Output
  private let errors: Output

  init(environment: [String: String]) {
    self.environment = environment
    output = Output(descriptor: STDOUT_FILENO, environment: environment)
    errors = Output(descriptor: STDERR_FILENO, environment: environment)
  }

  /// Does what the words say.
  ///
  /// - Returns: the exit status: 0 done, 1 not done, 2 unusable arguments.
  func status(_ words: [String]) -> Int32 {
    do {
      let status = try run(words)
      try output.flush()
      return status
    } catch is ClosedOutputError {
      // Whoever read the output has seen enough, as `head` has.
      return 0
    } catch let error as UsageError {
      let command = words.first.flatMap { word in Self.commands.first { $0.name == word } }
      complain(error.words(helpOf: "\(Self.name)\(command.map { " \($0.name)" } ?? "")"))
      return 2
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private func run(_ words: [String]) throws -> Int32 {
    switch words.first {
    case nil, "--help", "-h":
      try output.write(Self.help(output.style))
      return 0
    case "help":
      guard let name = words.dropFirst().first else { return try run(["--help"]) }
      return try run([name, "--help"])
    case "--version":
      try output.write("\(Self.name) \(Version.current)\n")
      return 0
    case let word?:
      guard let command = Self.commands.first(where: { $0.name == word }) else { throw Self.unknown(word) }
      let rest = Array(words.dropFirst())
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        try output.write(command.help)
        return 0
      }
      let arguments = try Arguments(
        rest, options: command.options, positionals: command.positionals,
        request: command.request.map { "\($0): \(Self.name) \(command.form)" }, environment: environment)
      return try command.run(
        Invocation(arguments: arguments, environment: environment, output: output, errors: errors))
    }
  }

  private func complain(_ text: String) {
    errors.say("\(errors.style("\(Self.name):", .red, .bold)) \(PrintableText.line(text))")
  }

  static func unknown(_ word: String) -> UsageError {
    guard !word.hasPrefix("-") else { return UsageError("unknown option \(word)") }
    guard let near = SpellingDistance.nearest(to: word, among: commands.map(\.name)) else {
      return UsageError("unknown command '\(word)'")
    }
    return UsageError("unknown command '\(word)'; did you mean '\(near)'?")
  }

  private static func help(_ style: Style) -> String {
    let width = commands.map(\.form.count).max() ?? 0
    let lines = commands.map { command in
      let gap = String(repeating: " ", count: width - command.form.count)
      return "  \(style(command.form, .bold))\(gap)  \(command.summary)\n"
    }
    return """
      usage: \(name) COMMAND [options]
             \(name) COMMAND --help | --help | --version

      \(about)

      \(lines.joined())
      Services are looked for on 127.0.0.1, at the ports 5701, 5711 and 5721; --feed-ingest, --catalog and --formatter
      HOST:PORT, or CASTWIRE_FEED_INGEST, CASTWIRE_CATALOG and CASTWIRE_FORMATTER, say otherwise. CASTWIRE_KEYS is the folder of
      the keys where the services encrypt. NO_COLOR turns colours off.

      """
  }
}
