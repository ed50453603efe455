internal import CastwireBus
internal import Runtime

/// `castwire refresh`
enum RefreshCommand {
  private struct Parameters: Encodable {
    let feed: String?
  }

  private struct Result: Decodable {
    let refreshed: Int
  }

  static let command = Command(
    "refresh", operands: "[ID]", positionals: 0...1, summary: "poll one feed or all of them now",
    about: "Polls the feed of an id or a URL now, or all feeds. 'castwire feeds' shows what came of it.",
    options: [ServiceName.feedIngest.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let client = try ServiceClient(ServiceAddress(.feedIngest, invocation.arguments), context: invocation.context())
    let result = try client.ask(
      "feeds.refresh", Parameters(feed: invocation.arguments.positionals.first), as: Result.self)
    try invocation.output.line("\(result.refreshed) \(result.refreshed == 1 ? "feed is" : "feeds are") polled now")
    return 0
  }
}
