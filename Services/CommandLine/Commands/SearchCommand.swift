internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// `castwire search`: finds episodes, videos and photos by their words.
enum SearchCommand {
  private static let usualLimit = 20

  static let command = Command(
    "search", operands: "WORDS...", positionals: 1...1_000, request: "say what to search for",
    summary: "find episodes, videos and photos by their words",
    about: """
      Shows what has all WORDS in its title, author or description: what has them in its title first, and of these the \
      newest. A word finds all words that begin with it; case and accents make no difference.
      """,
    options: [
      Option("kind", .one("KIND"), help: "of one kind alone: episode, video or photo"),
      Option(
        "podcast", .one("PODCAST"),
        help:
          "of one podcast alone: its id, its feed's URL, or its title or a part of it (with --kind, of a channel or stream)"
      ),
    ] + ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let options = try ListOptions(arguments, limit: usualLimit)
    let kind = try arguments.value("kind").map { name throws(UsageError) in
      guard let kind = CellKind(rawValue: name) else {
        throw UsageError("--kind must be episode, video or photo, not '\(name)'")
      }
      return kind
    }
    let client = try ServiceClient(ServiceAddress(.catalog, arguments), context: invocation.context())
    let feed = try arguments.value("podcast").map { try SourceName($0, of: kind ?? .episode).source(in: client).id }
    let request = ListRequest(
      "search", feed: feed, text: arguments.positionals.joined(separator: " "), kinds: kind.map { [$0.rawValue] })
    try options.print(request, from: client, noun: "result", nothing: "nothing is found", invocation) { items in
      let results = try items.map { try BusCoder.decode(SearchResult.self, from: $0) }
      let titles = try podcastTitles(of: results, client)
      let output = invocation.output
      guard output.isTerminal else {
        for line in table(results, titles).lines(width: nil, style: output.style) { try output.line(line) }
        return
      }
      for (index, result) in results.enumerated() {
        if index > 0 { try output.line("") }
        for line in result.lines(source: titles[result.feed], width: output.width ?? 80, style: output.style) {
          try output.line(line)
        }
      }
    }
    return 0
  }

  /// The titles of the podcasts that the results are of, by id.
  private static func podcastTitles(of results: [SearchResult], _ client: ServiceClient) throws -> [String: String] {
    var titles: [String: String] = [:]
    for feed in Set(results.filter { $0.kind == .episode }.map(\.feed)) {
      do {
        titles[feed] = try client.ask("podcast.get", ["id": feed], as: Source.self).title
      } catch let error as RequestError where error.code == .notFound {
        // It was purged since.
        continue
      }
    }
    return titles
  }

  /// For other programs.
  static func table(_ results: [SearchResult], _ titles: [String: String]) -> Table {
    var table = Table([
      Table.Column(heading: "KIND"), Table.Column(heading: "TITLE"), Table.Column(heading: "PODCAST"),
      Table.Column(heading: "DATE"), Table.Column(heading: "TEXT"),
    ])
    for result in results {
      table.add([
        Table.Cell(result.kind.rawValue), Table.Cell(result.title), Table.Cell(titles[result.feed] ?? ""),
        Table.Cell(result.day ?? ""), Table.Cell(result.snippet.text),
      ])
    }
    return table
  }
}
