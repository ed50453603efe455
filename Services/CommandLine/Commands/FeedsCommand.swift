internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire feeds`: what is followed and how it goes.
enum FeedsCommand {
  private static let usualLimit = 100

  static let command = Command(
    "feeds", summary: "list the followed feeds and how their polls go",
    options: ListOptions.options(limit: usualLimit) + [ServiceName.feedIngest.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let options = try ListOptions(invocation.arguments, limit: usualLimit)
    let client = try ServiceClient(ServiceAddress(.feedIngest, invocation.arguments), context: invocation.context())
    try options.print(ListRequest("feeds.list"), from: client, noun: "feed", invocation) { items in
      let reports = try items.map { try BusCoder.decode(FeedReport.self, from: $0) }
      let output = invocation.output
      let table = table(reports, now: Date(), hasReasons: !output.isTerminal)
      for line in table.lines(width: output.width, style: output.style) { try output.line(line) }
    }
    return 0
  }

  /// - Parameter hasReasons: whether what is wrong with a feed has a column of its own, for programs; else it stands below.
  static func table(_ reports: [FeedReport], now: Date, hasReasons: Bool) -> Table {
    var columns = [
      Table.Column(heading: "TITLE", isFlexible: true), Table.Column(heading: "STATE"),
      Table.Column(heading: "ITEMS", isNumber: true), Table.Column(heading: "POLLED"), Table.Column(heading: "NEXT"),
      Table.Column(heading: "URL", isFlexible: true),
    ]
    if hasReasons { columns.append(Table.Column(heading: "REASON", isFlexible: true)) }
    var table = Table(columns)
    for report in reports {
      let isRead = report.document > 0
      let reason = report.reason.map { Table.Cell($0, .red) }
      table.add(
        [
          isRead ? Table.Cell(report.feed.details.title ?? "<untitled>", .bold) : Table.Cell("-", .dim), state(report),
          Table.Cell(isRead ? "\(report.itemCount)" : "-"),
          Table.Cell(report.lastPoll.map { TimeSpan.text(from: $0, now: now) } ?? "not yet"),
          Table.Cell(report.nextPoll.map { $0 <= now ? "now" : TimeSpan.text(from: $0, now: now) } ?? "never"),
          Table.Cell(report.feed.url, .dim),
        ] + (hasReasons ? [reason ?? Table.Cell("")] : []), note: hasReasons ? nil : reason)
    }
    return table
  }

  private static func state(_ report: FeedReport) -> Table.Cell {
    switch report.feed.state {
    case .active where report.lastPoll == nil: Table.Cell("new", .cyan)
    case .active: Table.Cell("active", .green)
    case .failing: Table.Cell("failing", .red)
    case .gone: Table.Cell("gone", .yellow)
    case .unfollowed: Table.Cell("unfollowed", .dim)
    }
  }
}
