internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire unfollow`
enum UnfollowCommand {
  private struct Parameters: Encodable {
    let feed: String
    let purge: Bool
  }

  static let command = Command(
    "unfollow", operands: "URL|ID", positionals: 1...1, request: "say which feed", summary: "follow a feed no more",
    about: "Follows a feed no more. What it published stays in the catalog, unless it is purged.",
    options: [
      Option("purge", help: "forget all that the feed ever published, too"), ServiceName.feedIngest.option,
    ], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let client = try ServiceClient(ServiceAddress(.feedIngest, invocation.arguments), context: invocation.context())
    let isPurge = invocation.arguments.flag("purge")
    let feed = try client.ask(
      "feeds.unfollow", Parameters(feed: invocation.arguments.positionals[0], purge: isPurge), as: Feed.self)
    try invocation.output.line(
      PrintableText.line(
        "\(isPurge ? "unfollowed and purged" : "unfollowed"): \(feed.details.title ?? feed.url) (\(feed.id))"))
    return 0
  }
}
