internal import Castwire
internal import CastwireBus

/// Tells what came of following feeds, a line each.
struct FollowReport {
  private let output: Output
  private let status: StatusLine
  private(set) var hasFailed = false

  init(_ invocation: Invocation) {
    output = invocation.output
    status = StatusLine(invocation.errors)
  }

  mutating func followed(_ report: FeedReport) throws {
    try line("followed", .cyan, report.feed.url, "its first poll is under way")
  }

  mutating func alreadyFollowed(_ report: FeedReport) throws {
    let name = report.feed.details.title.map { "\($0) (\(report.feed.url))" } ?? report.feed.url
    if let reason = report.reason {
      hasFailed = true
      try line("known", .red, name, "already followed, but it cannot be read: \(reason)")
    } else {
      try line("known", .green, name, "already followed, \(Self.count(report.itemCount, "item"))")
    }
  }

  /// A web page, or another address, of a feed that is followed.
  mutating func alreadyFollowed(_ feed: Feed, at url: String) throws {
    try line("known", .green, feed.url, "the same as \(url), which is followed already")
  }

  mutating func refused(_ url: String, _ error: RequestError) throws {
    hasFailed = true
    try line("refused", .red, url, error.message)
  }

  /// - Parameter episodes: how many are in the catalog now; nil where the catalog has not said so.
  mutating func read(_ report: FeedReport, episodes: Int?) throws {
    let name = report.feed.details.title ?? report.feed.url
    let catalog = episodes.map { ", \(Self.count($0, "new episode")) in the catalog" } ?? ""
    try line("read", .green, name, Self.count(report.itemCount, "item") + catalog)
  }

  mutating func failed(_ feed: Feed, reason: String) throws {
    hasFailed = true
    let isPolled = feed.state == .active || feed.state == .failing
    try line("failed", .red, feed.url, isPolled ? "\(reason); it is polled again later" : reason)
  }

  mutating func stillWaiting(_ feed: Feed, isStopped: Bool) throws {
    try line(
      "waiting", .yellow, feed.url,
      "\(isStopped ? "stays followed" : "no outcome yet") and is polled later; 'castwire feeds' shows what came of it")
  }

  func progress(_ text: String) {
    status.show(text)
  }

  func clearProgress() {
    status.clear()
  }

  private func line(_ word: String, _ colour: Style.Attribute, _ name: String, _ text: String) throws {
    status.clear()
    let padded = DisplayWidth.padded(word, to: 8)
    // A publisher's title may have a megabyte.
    let shown = DisplayWidth.cut(PrintableText.line(name), to: 300)
    try output.line("\(output.style(padded, colour)) \(output.style(shown, .bold)): \(PrintableText.line(text))")
    try output.flush()
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
