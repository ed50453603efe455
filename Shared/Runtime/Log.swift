internal import Foundation

#if canImport(Glibc)
  internal import Glibc
#endif

/// A service's log on standard error: a line an entry, for people or as JSON.
public struct Log: Sendable {
  /// How much an entry matters.
  public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
    case debug, info, warning, error

    /// Whether the left level matters less than the right one.
    public static func < (left: Level, right: Level) -> Bool {
      rank(left) < rank(right)
    }

    private static func rank(_ level: Level) -> Int {
      allCases.firstIndex(of: level) ?? 0
    }
  }

  /// How an entry is written.
  public enum Format: String, Sendable, Hashable, CaseIterable {
    case human, json
  }

  private let service: String
  private let format: Format
  private let level: Level
  private let writeLine: @Sendable ([UInt8]) -> Void

  /// - Parameters:
  ///   - level: entries below it are not written.
  ///   - writeLine: gets each line, its end included; by default it goes to standard error.
  public init(
    service: String, format: Format = .human, level: Level = .info,
    writeLine: @escaping @Sendable ([UInt8]) -> Void = Log.writeToStandardError
  ) {
    self.service = service
    self.format = format
    self.level = level
    self.writeLine = writeLine
  }

  /// A log as CASTWIRE_LOG (human or json) and CASTWIRE_LOG_LEVEL ask for.
  ///
  /// - Throws: `UsageError` for a word that is none of them.
  public init(service: String, environment: [String: String]) throws(UsageError) {
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
      _ variable: String, _ usual: Choice
    ) throws(UsageError) -> Choice {
      guard let word = environment[variable], !word.isEmpty else { return usual }
      guard let choice = Choice(rawValue: word.lowercased()) else {
        let words = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("\(variable) must be one of \(words), not '\(word)'")
      }
      return choice
    }
    self.init(
      service: service, format: try choice("CASTWIRE_LOG", .human), level: try choice("CASTWIRE_LOG_LEVEL", .info))
  }

  /// Writes what only somebody who looks for a fault wants to read.
  public func debug(_ message: @autoclosure () -> String, _ fields: KeyValuePairs<String, String> = [:]) {
    guard level <= .debug else { return }
    write(.debug, message(), fields)
  }

  /// Writes what an operator wants to know of normal work.
  public func info(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.info, message, fields)
  }

  /// Writes what an operator should look at, although the service goes on by itself.
  public func warning(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.warning, message, fields)
  }

  /// Writes what somebody must mend.
  public func error(_ message: String, _ fields: KeyValuePairs<String, String> = [:]) {
    write(.error, message, fields)
  }

  private func write(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>) {
    guard level >= self.level else { return }
    var line = Array(line(level, message, fields).utf8)
    line.append(UInt8(ascii: "\n"))
    writeLine(line)
  }

  /// Writes a line in one call, so that lines of several processes on one terminal do not mix.
  @Sendable public static func writeToStandardError(_ line: [UInt8]) {
    // Where standard error is gone there is nowhere left to say so.
    _ = line.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// An entry, without the line's end.
  func line(_ level: Level, _ message: String, _ fields: KeyValuePairs<String, String>) -> String {
    let time = Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true))
    switch format {
    case .human:
      // What feeds and peers send stands in messages; control characters in it could steer a terminal.
      let fieldText = fields.map { " \($0.key)=\(Self.printable($0.value))" }.joined()
      let name = level.rawValue.uppercased().padding(toLength: 7, withPad: " ", startingAt: 0)
      return "\(time)Z \(name) \(service): \(Self.printable(message))\(fieldText)"
    case .json:
      var members = [("time", "\(time)Z"), ("level", level.rawValue), ("service", service), ("message", message)]
      members += fields.map { ($0.key, $0.value) }
      return "{" + members.map { "\(Self.quoted($0.0)):\(Self.quoted($0.1))" }.joined(separator: ",") + "}"
    }
  }

  /// The text with a sign in the place of each control character, for a line that somebody else has written in part.
  public static func printable(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }))
  }

  /// Unicode's general category Cc, which will never have others; to look it up takes far longer.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case _ where scalar.value < 0x20:
        quoted += "\\u" + String(repeating: "0", count: scalar.value < 16 ? 3 : 2) + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
