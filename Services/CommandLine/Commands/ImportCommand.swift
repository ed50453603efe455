internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation
internal import Runtime

/// `castwire import`
enum ImportCommand {
  static let command = Command(
    "import", operands: "FILE.opml", positionals: 1...1, request: "say which file",
    summary: "follow the feeds of an OPML file",
    about: """
      Follows the feeds of an OPML file, those that are not followed yet; '-' reads standard input. What cannot be
      followed is named, and the exit status is 1 then. An import that was interrupted can be made again.
      """,
    options: [
      Option(
        "wait", .one("SECONDS"),
        help: "wait at most so long until the new feeds have been read, and say what came of each (default 0)"),
      ServiceName.feedIngest.option, ServiceName.catalog.option,
    ], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let wait = try arguments.integer("wait", in: 0...86_400) ?? 0
    let list = try read(arguments.positionals[0])
    var importing = ListImport(list, invocation)
    // Who connects and asks nothing looks to the service like a client that fails.
    guard !list.subscriptions.isEmpty else {
      try importing.tell()
      return importing.hasProblems ? 1 : 0
    }
    let context = try invocation.context()
    let signals = try Signals()
    let client = try ServiceClient(ServiceAddress(.feedIngest, arguments), context: context)
    let progress =
      wait > 0
      ? try FollowProgress(client: client, catalog: try ServiceAddress(.catalog, arguments), context: context) : nil
    try progress?.listen(signals)

    var outcomes = FollowReport(invocation)
    while try importing.takeNext(client), !signals.isStopping { try progress?.awaitFollowed(&outcomes) }
    try importing.tell()
    try progress?.run(
      followedCount: importing.followed, atMost: .seconds(wait), signals: signals, report: &outcomes)
    if signals.isStopping { return 130 }
    return importing.hasProblems || outcomes.hasFailed ? 1 : 0
  }

  private static func read(_ path: String) throws -> OPML.Document {
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
    do {
      return try OPML.document(in: Array(data))
    } catch {
      throw CommandError("\(path == "-" ? "standard input" : path) is no OPML: \(error.message)")
    }
  }
}
