/// A flag of a command line, with the environment variable that says the same where the flag is not given.
public struct Option: Sendable, Hashable {
  /// What a flag takes.
  public enum Argument: Sendable, Hashable {
    /// Nothing: the flag itself is the answer.
    case none
    /// One value, named so in the help.
    case one(String)
    /// A value each time that the flag is given; in the environment a list with commas.
    case many(String)
  }

  /// Without the dashes.
  public let name: String
  /// What it takes.
  public let argument: Argument
  /// Such as CASTWIRE_DATA.
  public let environment: String?
  /// One line.
  public let help: String

  /// A flag, by default one that takes no value and has no variable.
  public init(_ name: String, _ argument: Argument = .none, environment: String? = nil, help: String) {
    self.name = name
    self.argument = argument
    self.environment = environment
    self.help = help
  }
}
