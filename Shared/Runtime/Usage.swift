/// The text of `--help`.
public struct Usage: Sendable {
  private let lines: [String]
  private let about: String
  private let options: [Option]

  /// - Parameters:
  ///   - lines: the forms of the command line.
  ///   - about: what the program is, in a sentence or two.
  public init(lines: [String], about: String, options: [Option]) {
    self.lines = lines
    self.about = about
    self.options = options
  }

  /// The text, ending in a newline.
  public var text: String {
    var text = lines.enumerated().map { ($0.offset == 0 ? "usage: " : "       ") + $0.element }.joined(separator: "\n")
    text += "\n\n\(about)\n"
    guard !options.isEmpty else { return text }
    let flags = options.map(Self.flag)
    let width = flags.map(\.count).max() ?? 0
    text += "\n"
    for (option, flag) in zip(options, flags) {
      let variable = option.environment.map { " [\($0)]" } ?? ""
      text += "  \(flag)\(String(repeating: " ", count: width - flag.count))  \(option.help)\(variable)\n"
    }
    return text
  }

  private static func flag(_ option: Option) -> String {
    switch option.argument {
    case .none: "--\(option.name)"
    case .one(let value): "--\(option.name) \(value)"
    case .many(let value): "--\(option.name) \(value)..."
    }
  }
}
