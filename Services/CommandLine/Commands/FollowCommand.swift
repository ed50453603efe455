internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire follow`: follows feeds and waits for what comes of it.
enum FollowCommand {
  private struct Parameters: Encodable {
    let url: String
    let kind: FeedKind?
  }

  private static let usualWait = 60

  static let command = Command(
    "follow", operands: "URL...", positionals: 1...10_000, request: "say which feed",
    summary: "follow feeds and wait until they have been read",
    about: """
      Follows feeds and waits until each has been read for the first time. The exit status is 1 where one cannot be
      followed or read; one that is followed is polled again whatever came of it.
      """,
    options: [
      Option(
        "kind", .one("KIND"), help: "what they are: podcast, channel or photostream (default: as their items say)"),
      Option("wait", .one("SECONDS"), help: "how long to wait at most; 0 waits for nothing (default \(usualWait))"),
      ServiceName.feedIngest.option, ServiceName.catalog.option,
    ], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let wait = try arguments.integer("wait", in: 0...86_400) ?? usualWait
    let kind = try kind(arguments.value("kind"))
    let context = try invocation.context()
    let signals = try Signals()
    let client = try ServiceClient(ServiceAddress(.feedIngest, arguments), context: context)
    let catalog = try ServiceAddress(.catalog, arguments)
    let progress = try FollowProgress(client: client, catalog: catalog, context: context)
    if wait > 0 { try progress.listen(signals) }

    var report = FollowReport(invocation)
    var waiting: [FeedReport] = []
    for url in arguments.positionals where !signals.isStopping {
      do {
        let known = try Self.known(url, client)
        let followed = Date()
        let feed = try client.ask("feeds.follow", Parameters(url: url, kind: kind), as: Feed.self)
        if let known, known.lastPoll != nil {
          try report.alreadyFollowed(known)
        } else {
          let now = try client.ask("feeds.get", ["feed": feed.id], as: FeedReport.self)
          if known == nil { try report.followed(now) } else { try report.alreadyFollowed(now) }
          waiting.append(FollowProgress.awaited(now, followed: followed))
        }
      } catch let error as RequestError {
        try report.refused(url, error)
      }
    }
    if wait > 0 {
      try progress.run(waiting, atMost: .seconds(wait), signals: signals, report: &report)
      if signals.isStopping { return 130 }
    }
    return report.hasFailed ? 1 : 0
  }

  private static func kind(_ name: String?) throws(UsageError) -> FeedKind? {
    guard let name else { return nil }
    guard let kind = FeedKind(rawValue: name) else {
      throw UsageError("--kind is podcast, channel or photostream, not '\(name)'")
    }
    return kind
  }

  /// The feed where it is followed already.
  private static func known(_ url: String, _ client: ServiceClient) throws -> FeedReport? {
    do {
      let report = try client.ask("feeds.get", ["feed": url], as: FeedReport.self)
      return report.feed.state == .active || report.feed.state == .failing ? report : nil
    } catch let error as RequestError where error.code == .notFound {
      return nil
    }
  }
}
