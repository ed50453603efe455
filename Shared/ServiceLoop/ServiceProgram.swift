internal import CastwireBus
internal import Foundation
public import Runtime
internal import Storage

#if canImport(Glibc)
  internal import Glibc
#endif

/// A service's executable: its commands, their help and their exit statuses.
public struct ServiceProgram: Sendable {
  /// A command beside those that every service has.
  public struct Command: Sendable {
    let name: String
    let form: String
    let run: @Sendable ([String]) -> Int32

    /// - Parameters:
    ///   - form: its command line for the help, without the program's name.
    ///   - run: gets the words after the command and gives the exit status.
    public init(_ name: String, form: String, run: @escaping @Sendable ([String]) -> Int32) {
      self.name = name
      self.form = form
      self.run = run
    }
  }

  private let name: String
  private let about: String
  private let port: Int
  private let options: [Option]
  private let commands: [Command]
  private let tables: ServiceTables
  private let withoutBackup: String

  /// - Parameters:
  ///   - port: the service's usual port for events.
  ///   - options: what `run` takes beside what every service takes.
  ///   - tables: what its database holds beside the log.
  ///   - withoutBackup: what to do about a damaged database of which there is no backup, and what is lost by that.
  public init(
    name: String, about: String, port: Int, options: [Option], tables: ServiceTables, withoutBackup: String,
    commands: [Command] = []
  ) {
    self.name = name
    self.about = about
    self.port = port
    self.options = ServiceConfiguration.options(port: port) + options
    self.commands = commands
    self.tables = tables
    self.withoutBackup = withoutBackup
  }

  /// Does what the command line says and ends the process.
  ///
  /// - Parameter run: the service itself, until it is told to end.
  public func main(run: (Arguments, [String: String], Log, Signals) throws -> Void) -> Never {
    exit(status(Array(CommandLine.arguments.dropFirst()), run: run))
  }

  private func status(_ words: [String], run: (Arguments, [String: String], Log, Signals) throws -> Void) -> Int32 {
    let environment = ProcessInfo.processInfo.environment
    do {
      let isOwn = words.first.map { ["run", "health", "backup", "restore", "check"].contains($0) } ?? false
      if isOwn, words.prefix(while: { $0 != "--" }).contains("--help") { return help() }
      switch words.first {
      case "run":
        let arguments = try Arguments(Array(words.dropFirst()), options: options, environment: environment)
        let log = try Log(service: name, environment: environment)
        return self.run(arguments, log, environment, run)
      case "health":
        let listen = ServiceConfiguration.listenOptions(port: port)
        return health(
          try Arguments(Array(words.dropFirst()), options: listen, environment: environment), environment)
      case "backup", "restore", "check":
        return try database(words[0], Array(words.dropFirst()), environment)
      case "--version":
        print("\(name) \(Version.current)")
        return 0
      case "--help", "help":
        return help()
      case nil:
        throw UsageError("say what to do")
      case let word?:
        guard let command = commands.first(where: { $0.name == word }) else {
          throw UsageError("unknown command '\(word)'")
        }
        return command.run(Array(words.dropFirst()))
      }
    } catch let error as UsageError {
      Self.say("\(name): \(error.words(helpOf: name))")
      return 2
    } catch {
      Self.say("\(name): \(error)")
      return 2
    }
  }

  private func run(
    _ arguments: Arguments, _ log: Log, _ environment: [String: String],
    _ run: (Arguments, [String: String], Log, Signals) throws -> Void
  ) -> Int32 {
    // Databases hold the passwords of feeds that need one, so that what is made is for the service's user alone.
    umask(0o077)
    OpenFiles.raiseLimit()
    do {
      // `castwire up` asks for it, so that nothing of it stays when it is killed.
      // Without keys there is nothing to read anew, and SIGHUP is the end of the terminal.
      let signals = try Signals(
        endsWithInput: environment["CASTWIRE_ENDS_WITH_INPUT"] == "1",
        catchesHangUp: ServiceConfiguration.keyFolder(environment) != nil)
      try run(arguments, environment, log, signals)
      return 0
    } catch let error as UsageError {
      Self.say("\(name): \(error.words(helpOf: name))")
      return 2
    } catch {
      log.error(words(of: error))
      return 1
    }
  }

  /// What keeps the service from running, and what to do about it.
  private func words(of error: any Error) -> String {
    switch error {
    case let error as BusError where error.code == EADDRINUSE:
      "\(error); something else has it: end that, or take other ports with --port (requests are one port up)"
    case let error as DatabaseError where error.isCorruption:
      "\(error); restore a backup with '\(name) restore FILE' (this file is kept beside it); without one, \(withoutBackup)"
    default:
      "\(error)"
    }
  }

  /// Exit status 0 where the running service answers: its loop alone can.
  private func health(_ arguments: Arguments, _ environment: [String: String]) -> Int32 {
    do {
      let keys = try ServiceConfiguration.keyFolder(environment)?.keyFile(of: name)
      let endpoints = try ServiceConfiguration.listenEndpoints(arguments, port: port, encrypts: keys != nil)
      let client = try RequestClient(
        context: Context(keys: keys), endpoint: Loopback.reachable(endpoints.requests), service: name)
      let status: ServiceStatus
      do {
        status = try client.ask("service.status", [String: String](), as: ServiceStatus.self, patience: .seconds(3))
      } catch is RequestError where [.connecting, .unreachable].contains(client.connectionState) {
        let address = endpoints.events.dropFirst("tcp://".count)
        Self.say("\(name) does not run at \(address); start it with '\(name) run' or 'castwire up'")
        return 1
      }
      guard status.service == name else {
        Self.say("\(endpoints.requests) is \(status.service), not \(name)")
        return 1
      }
      // A service that waits for room on its disk goes on by itself: whoever restarts what is not healthy would only disturb it.
      if let trouble = status.trouble { print("\(name) answers, but \(trouble)") }
      return 0
    } catch let error as UsageError {
      Self.say("\(name): \(error)")
      return 2
    } catch {
      Self.say("\(name): \(error)")
      return 1
    }
  }

  /// Exit status 1 where the command cannot do its work, and where `check` finds something.
  private func database(
    _ name: String, _ words: [String], _ environment: [String: String]
  ) throws(UsageError) -> Int32 {
    let count = name == "check" ? 0 : 1
    let arguments = try Arguments(
      words, options: [ServiceConfiguration.dataOption] + (name == "check" ? rebuildOptions : []),
      positionals: count...count,
      request: "say \(name == "backup" ? "where to" : "from where"): \(self.name) \(name) FILE",
      environment: environment)
    let command = DatabaseCommand(
      service: self.name, folder: ServiceConfiguration.dataFolder(arguments), tables: tables)
    let progress = TerminalProgress()
    // As `run`: what a database holds is for its user alone.
    umask(0o077)
    do {
      switch name {
      case "backup": print(try BackupCommand(command: command, file: arguments.positionals[0]).run(progress))
      case "restore":
        print(try RestoreCommand(command: command, file: arguments.positionals[0], now: Date()).run(progress))
      default:
        if arguments.flag("rebuild") { print(try RebuildCommand(command: command).run(progress)) }
        return try CheckCommand(command: command).run(progress) { print($0) } ? 0 : 1
      }
      return 0
    } catch {
      progress.clear()
      Self.say("\(self.name): \(error)")
      return 1
    }
  }

  /// What `check` takes where the tables can be had from the log.
  private var rebuildOptions: [Option] {
    guard tables.rebuild != nil else { return [] }
    return [Option("rebuild", .none, help: "make the tables anew from the log first; the service must not run")]
  }

  private func help() -> Int32 {
    let forms =
      [
        "run [options]", "backup [--data DIR] FILE", "restore [--data DIR] FILE",
        "check [--data DIR]\(tables.rebuild == nil ? "" : " [--rebuild]")",
        "health [--listen ADDR] [--port PORT]",
      ] + commands.map(\.form) + ["--help | --version"]
    print(Usage(lines: forms.map { "\(name) \($0)" }, about: about, options: options).text, terminator: "")
    return 0
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
