/// What a command line and the environment say: a flag wins over its variable.
public struct Arguments: Sendable {
  /// What stands beside the flags, in order.
  public let positionals: [String]
  private var values: [String: [String]] = [:]

  /// Reads flags as `--name value` or `--name=value`; after `--` everything is a positional.
  ///
  /// - Parameters:
  ///   - words: without the program's and the command's name.
  ///   - positionals: how many words beside the flags may stand.
  ///   - request: what to say where there are too few: an example, best of all.
  /// - Throws: `UsageError` for what is not known or not whole.
  public init(
    _ words: [String], options: [Option], positionals allowed: ClosedRange<Int> = 0...0, request: String? = nil,
    environment: [String: String]
  ) throws(UsageError) {
    var rest = words[...]
    var positionals: [String] = []
    while let word = rest.popFirst() {
      if word == "--" {
        positionals += rest
        break
      }
      guard word.hasPrefix("--") else {
        positionals.append(word)
        continue
      }
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = options.first(where: { $0.name == parts[0] }) else {
        throw UsageError("unknown option --\(parts[0])")
      }
      if option.argument == .none {
        guard parts.count == 1 else { throw UsageError("--\(option.name) takes no value") }
        values[option.name] = [""]
      } else {
        guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
          throw UsageError("--\(option.name) needs a value")
        }
        if case .many = option.argument {
          values[option.name, default: []].append(value)
        } else {
          values[option.name] = [value]
        }
      }
    }
    guard positionals.count <= allowed.upperBound else {
      throw UsageError("unexpected argument '\(positionals[allowed.upperBound])'")
    }
    guard positionals.count >= allowed.lowerBound else {
      throw request.map { UsageError($0, saysWhatToDo: true) } ?? UsageError("an argument is missing")
    }
    self.positionals = positionals
    for option in options where values[option.name] == nil {
      guard let variable = option.environment, let value = environment[variable], !value.isEmpty else { continue }
      switch option.argument {
      case .none: if value != "0" && value != "false" { values[option.name] = [""] }
      case .one: values[option.name] = [value]
      case .many: values[option.name] = value.split(separator: ",").map(\.trimmed).filter { !$0.isEmpty }
      }
    }
  }

  /// Whether a flag without value is given.
  public func flag(_ name: String) -> Bool {
    values[name] != nil
  }

  /// A flag's value; the last one where it is given more than once.
  public func value(_ name: String) -> String? {
    values[name]?.last
  }

  /// All values of a flag that may be given more than once.
  public func all(_ name: String) -> [String] {
    values[name] ?? []
  }

  /// A flag's value as a number within bounds.
  ///
  /// - Throws: `UsageError` where it is none.
  public func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("--\(name) must be a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
    }
    return number
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}

/// A command line that cannot be used. The process exits with status 2.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The error in words, for a person.
  public let description: String
  /// Whether the words say what to do; else the help does.
  public let saysWhatToDo: Bool

  /// An error that says what is wrong with the command line.
  public init(_ description: String, saysWhatToDo: Bool = false) {
    self.description = description
    self.saysWhatToDo = saysWhatToDo
  }

  /// The error with the way to the help, where that is of use.
  ///
  /// - Parameter program: the command whose help it is.
  public func words(helpOf program: String) -> String {
    saysWhatToDo ? description : "\(description); try '\(program) --help'"
  }
}
