internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation

/// `feed-ingest parse [--content-type T] [--base-url U] [FILE ...]`: what the parser makes of documents.
struct ParseCommand {
  private static let usage = "usage: feed-ingest parse [--content-type T] [--base-url U] [FILE ...]"

  private struct Failure: Encodable {
    let error: String
  }

  private var contentType: String?
  private var baseURL: String?
  private var files: [String] = []

  /// Writes one line of JSON for each file, in order, or for standard input: a `ParsedFeed`, or `{"error": …}` for what
  /// cannot be read or is no feed.
  ///
  /// - Parameter arguments: what follows `parse`.
  /// - Returns: the exit status: 0, or 2 for unusable arguments, with the reason on standard error.
  static func run(arguments: [String]) -> Int32 {
    if arguments.prefix(while: { $0 != "--" }).contains("--help") {
      print(usage)
      return 0
    }
    var command = ParseCommand()
    if let problem = command.read(arguments) {
      FileHandle.standardError.write(Data("feed-ingest parse: \(problem)\n\(usage)\n".utf8))
      return 2
    }
    if command.files.isEmpty {
      command.report { try FileHandle.standardInput.readToEnd() ?? Data() }
    }
    for file in command.files {
      command.report { try contents(of: file) }
    }
    return 0
  }

  /// Returns what is wrong with the arguments.
  private mutating func read(_ arguments: [String]) -> String? {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let (name, inline) = ParseCommand.split(argument)
      switch name {
      case "--content-type", "--base-url":
        guard let value = inline ?? rest.popFirst() else { return "\(name) needs a value" }
        if name == "--base-url" { baseURL = value } else { contentType = value }
      case "--":
        files += rest
        return nil
      case _ where argument.hasPrefix("-") && argument != "-": return "unknown option \(argument)"
      default: files.append(argument)
      }
    }
    return nil
  }

  /// `--name=value` in its parts.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func contents(of file: String) throws -> Data {
    do {
      return try Data(contentsOf: URL(filePath: file))
    } catch {
      throw UnreadableFile(file, error)
    }
  }

  private func report(reading read: () throws -> Data) {
    var line: [UInt8]
    do {
      let document = try Array(read())
      line = try BusCoder.encode(try FeedParser.parse(document, contentType: contentType, baseURL: baseURL))
    } catch {
      let message =
        (error as? FeedParsingError)?.message ?? (error as? UnreadableFile)?.description ?? error.localizedDescription
      // Cannot fail: a string always has a JSON form.
      line = try! BusCoder.encode(Failure(error: message))
    }
    line.append(UInt8(ascii: "\n"))
    FileHandle.standardOutput.write(Data(line))
  }
}
