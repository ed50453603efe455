internal import CastwireBus
internal import Runtime

/// A command of `castwire`.
struct Command: Sendable {
  let name: String
  /// What stands beside the options, for the help: `URL...`.
  let operands: String
  /// How many words may stand beside the options.
  let positionals: ClosedRange<Int>
  /// What to say where a word is missing: `say which feed`.
  let request: String?
  /// One line for the list of commands.
  let summary: String
  /// A paragraph for the command's own help.
  let about: String
  let options: [Option]
  /// Gives the exit status.
  let run: @Sendable (Invocation) throws -> Int32

  /// - Parameters:
  ///   - summary: begins with a small letter and has no full stop.
  ///   - about: the summary where there is nothing more to say.
  init(
    _ name: String, operands: String = "", positionals: ClosedRange<Int> = 0...0, request: String? = nil,
    summary: String,
    about: String? = nil, options: [Option], run: @escaping @Sendable (Invocation) throws -> Int32
  ) {
    self.name = name
    self.operands = operands
    self.positionals = positionals
    self.request = request
    self.summary = summary
    self.about = about ?? "\(summary.prefix(1).uppercased())\(summary.dropFirst())."
    self.options = options
    self.run = run
  }

  /// `follow URL...`
  var form: String {
    operands.isEmpty ? name : "\(name) \(operands)"
  }

  var help: String {
    Usage(
      lines: ["\(CommandProgram.name) \(name) [options]\(operands.isEmpty ? "" : " \(operands)")"], about: about,
      options: options
    ).text
  }
}

/// A command under way: what it was asked and where it writes.
struct Invocation {
  let arguments: Arguments
  let environment: [String: String]
  let output: Output
  let errors: Output

  /// The folder that CASTWIRE_KEYS names.
  var keyFolder: KeyFolder? {
    environment["CASTWIRE_KEYS"].flatMap { $0.isEmpty ? nil : KeyFolder(path: $0) }
  }

  /// What sockets are made in: with keys where CASTWIRE_KEYS says so.
  func context() throws(CommandError) -> Context {
    do {
      return Context(keys: try keyFolder?.keyFile(of: CommandProgram.name))
    } catch {
      throw CommandError("CASTWIRE_KEYS: \(error)")
    }
  }
}

/// What a command could not do, in words for a person.
struct CommandError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
