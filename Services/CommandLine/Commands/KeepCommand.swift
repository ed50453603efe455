internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire keep`: how much of a feed the catalog keeps.
enum KeepCommand {
  private struct Parameters: Encodable {
    let feed: String
    let newest: Int?
    let days: Int?
  }

  static let command = Command(
    "keep", operands: "PODCAST", positionals: 1...1, request: "say which podcast",
    summary: "show or say how much of a feed is kept",
    about: """
      Says how much of a podcast, a channel or a photo stream the catalog keeps; without --newest, --days and --all it shows \
      that. PODCAST is an id, a feed's URL, or a title or part of it that no other has. What is beyond it is removed at once \
      and for good; what comes later is removed as it becomes more, or older, than is kept.
      """,
    options: [
      Option("newest", .one("N"), help: "keep the newest N of each kind"),
      Option("days", .one("D"), help: "keep each for D days, by its place in lists"),
      Option("all", help: "keep all of it, for ever, as it is without this command"), ServiceName.catalog.option,
    ], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let newest = try arguments.integer("newest", in: 1...1_000_000)
    let days = try arguments.integer("days", in: 1...36_500)
    let isBounded = newest != nil || days != nil
    guard !arguments.flag("all") || !isBounded else {
      throw UsageError("--all keeps everything: it goes with neither --newest nor --days")
    }
    let client = try ServiceClient(ServiceAddress(.catalog, arguments), context: invocation.context())
    let source = try source(arguments.positionals[0], client)
    let keeping =
      isBounded || arguments.flag("all")
      ? try client.ask(
        "feed.keep", Parameters(feed: source.id, newest: newest, days: days), as: FeedKeeping.self)
      : try client.ask("feed.keeping", ["feed": source.id], as: FeedKeeping.self)
    let removed = keeping.removed.map { "; \($0 == 0 ? "nothing" : "\($0)") removed" } ?? ""
    try invocation.output.line(
      PrintableText.line("\(source.title ?? source.feedURL): \(keeping.words) is kept\(removed)"))
    return 0
  }

  /// The feed that is meant, whatever is in it.
  private static func source(_ name: String, _ client: ServiceClient) throws -> Source {
    var sources: [Source] = []
    for kind in CellKind.allCases {
      for source in try Source.all(kind, in: client) where !sources.contains(where: { $0.id == source.id }) {
        sources.append(source)
      }
    }
    return try SourceName(name, of: .episode).choose(among: sources)
  }
}
