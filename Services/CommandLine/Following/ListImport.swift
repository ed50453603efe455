internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation

/// Hands a list of feeds to feed-ingest, a part at a time, so that the service does what else it has to do in between; and
/// says on a terminal how far it is.
struct ListImport {
  private struct Result: Decodable {
    let followed: Int
    let known: Int
    let problems: [String]
  }

  /// The most feeds of a part.
  private static let partCount = 100
  /// Where a part ends before that, in bytes of addresses: a request has a limit.
  private static let partSize = 64 << 10
  /// How long the service may take for a part. It may have thousands of feeds to read meanwhile.
  private static let patience: Duration = .seconds(60)

  private(set) var followed = 0
  private(set) var hasProblems = false
  private var known = 0
  private let count: Int
  private var rest: ArraySlice<OPML.Subscription>
  private let output: Output
  private let errors: Output
  private let status: StatusLine

  /// Says what of the list cannot be followed.
  init(_ list: OPML.Document, _ invocation: Invocation) {
    (output, errors) = (invocation.output, invocation.errors)
    status = StatusLine(errors)
    count = list.subscriptions.count
    rest = list.subscriptions[...]
    tell(of: list.problems.map(\.sentence))
  }

  /// Has the next part followed.
  ///
  /// - Returns: false where there was none left.
  mutating func takeNext(_ client: ServiceClient) throws -> Bool {
    guard !rest.isEmpty else { return false }
    let part = nextPart()
    let opml = OPML.document(of: part, title: "")
    let result: Result
    do {
      let json = try client.ask(
        "feeds.import", ["opml": String(decoding: opml, as: UTF8.self)], patience: Self.patience)
      result = try BusCoder.decode(Result.self, from: json)
    } catch {
      status.clear()
      if followed + known > 0 { errors.say("\(progress); import the list again to go on") }
      throw error
    }
    rest = rest.dropFirst(part.count)
    followed += result.followed
    known += result.known
    tell(of: result.problems)
    status.show(progress)
    return true
  }

  /// Says what came of it.
  func tell() throws {
    status.clear()
    if !rest.isEmpty { errors.say("\(progress); import the list again to go on") }
    try output.line("\(followed) \(followed == 1 ? "feed" : "feeds") followed, \(known) known already")
    try output.flush()
  }

  /// "1,200 of 5,000 read, 1,180 followed"
  private var progress: String {
    func words(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en_US"))) }
    return "\(words(count - rest.count)) of \(words(count)) read, \(words(followed)) followed"
  }

  private static let longestURL = 16_384

  private func nextPart() -> [OPML.Subscription] {
    var part: [OPML.Subscription] = []
    var size = 0
    for subscription in rest.prefix(Self.partCount) {
      // The title serves to name what cannot be followed.
      let title = subscription.title.map { String($0.unicodeScalars.prefix(200)) }
      // What is longer than any address, feed-ingest says; the rest of it only would make the request too large.
      let url = String(decoding: subscription.url.utf8.prefix(Self.longestURL), as: UTF8.self)
      part.append(OPML.Subscription(url: url, title: title))
      size += url.utf8.count
      if size >= Self.partSize { break }
    }
    return part
  }

  private mutating func tell(of problems: [String]) {
    guard !problems.isEmpty else { return }
    hasProblems = true
    status.clear()
    for problem in problems {
      errors.say("\(errors.style("not followed:", .yellow)) \(PrintableText.line(problem))")
    }
  }
}
