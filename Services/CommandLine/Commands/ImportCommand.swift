internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire import`
enum ImportCommand {
  private struct Result: Decodable {
    let followed: Int
    let known: Int
    let problems: [String]
  }

  static let command = Command(
    "import", operands: "FILE.opml", positionals: 1...1, request: "say which file",
    summary: "follow the feeds of an OPML file",
    about: """
      Follows the feeds of an OPML file, those that are not followed yet; '-' reads standard input. What cannot be
      followed is named, and the exit status is 1 then.
      """,
    options: [ServiceName.feedIngest.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let path = invocation.arguments.positionals[0]
    let opml = try read(path)
    let client = try ServiceClient(ServiceAddress(.feedIngest, invocation.arguments), context: invocation.context())
    let result: Result
    do {
      result = try client.ask("feeds.import", ["opml": opml], as: Result.self)
    } catch let error as RequestError where error.code == .badRequest {
      let name = path == "-" ? "standard input" : path
      throw CommandError(error.message.replacing(/^this is/, with: "\(name) is"))
    }
    for problem in result.problems {
      invocation.errors.say("\(invocation.errors.style("not followed:", .yellow)) \(PrintableText.line(problem))")
    }
    try invocation.output.line(
      "\(result.followed) \(result.followed == 1 ? "feed" : "feeds") followed, \(result.known) known already")
    return result.problems.isEmpty ? 0 : 1
  }

  private static func read(_ path: String) throws -> String {
    let data: Data
    do {
      data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      var isFolder: ObjCBool = false
      let exists = path == "-" || FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      let reason =
        !exists ? "there is no such file" : isFolder.boolValue ? "it is a folder" : error.localizedDescription
      throw CommandError("\(path) cannot be read: \(reason)")
    }
    // The request's own members, and what JSON escapes, have to fit as well.
    guard data.count <= Limits.requestSize * 9 / 10 else {
      throw CommandError("\(path) has \(data.count) bytes; an OPML file can have \(Limits.requestSize * 9 / 10)")
    }
    if let text = String(data: data, encoding: .utf8) { return text }
    // A request has one encoding. The declaration of another would mislead whoever reads the OPML in it.
    let isUTF16 = data.starts(with: [0xFE, 0xFF]) || data.starts(with: [0xFF, 0xFE])
    guard let text = String(data: data, encoding: isUTF16 ? .utf16 : .windowsCP1252) else {
      throw CommandError("\(path) is no text")
    }
    guard text.hasPrefix("<?xml"), let end = text.range(of: "?>") else { return text }
    return String(text[end.upperBound...])
  }
}
