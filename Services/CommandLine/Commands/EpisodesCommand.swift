internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire episodes`: the formatter's cells, as a list in an app shows them.
enum EpisodesCommand {
  private static let usualLimit = 20

  static let command = Command(
    "episodes", operands: "[PODCAST]", positionals: 0...1,
    summary: "show episodes as a list shows them, the newest first",
    about: """
      Shows episodes as a list shows them, the newest first: title, playing time and date in the words of a locale, and
      description. PODCAST is an id, a feed's URL, or a title or part of it that no other podcast has.
      """,
    options: [
      Option("locale", .one("LOCALE"), help: "in which language, such as de_DE (default: the formatter's first)")
    ] + ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option, ServiceName.formatter.option],
    run: run)

  /// What the formatter lists.
  private struct Item: Decodable {
    let feed: String
    let cell: EpisodeCellViewModel
  }

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let options = try ListOptions(arguments, limit: usualLimit)
    let locale = try arguments.value("locale").map { try LocaleName.option($0).description }
    let context = try invocation.context()
    let formatter = try ServiceClient(ServiceAddress(.formatter, arguments), context: context)
    var feed: String?
    if let name = arguments.positionals.first {
      let catalog = try ServiceClient(ServiceAddress(.catalog, arguments), context: context)
      feed = try PodcastName(name).podcast(in: catalog).id
    }
    let request = ListRequest("cells.list", kind: CellKind.episode.rawValue, feed: feed, locale: locale)
    try options.print(request, from: formatter, noun: "episode", invocation) { items in
      let cells = try items.map { try BusCoder.decode(Item.self, from: $0) }
      if invocation.output.isTerminal {
        let titles = feed == nil ? titles(arguments, context) : [:]
        try show(cells, titles: titles, invocation.output)
      } else {
        for line in table(cells.map(\.cell)).lines(width: nil, style: invocation.output.style) {
          try invocation.output.line(line)
        }
      }
    }
    return 0
  }

  private static func show(_ items: [Item], titles: [String: String], _ output: Output) throws {
    for (index, item) in items.enumerated() {
      if index > 0 { try output.line("") }
      let lines = CellText.lines(
        item.cell, podcast: titles[item.feed], width: output.width, style: output.style)
      for line in lines { try output.line(line) }
    }
  }

  static func table(_ cells: [EpisodeCellViewModel]) -> Table {
    var table = Table([
      Table.Column(heading: "TITLE"), Table.Column(heading: "INFO"), Table.Column(heading: "DESCRIPTION"),
    ])
    for cell in cells {
      table.add([Table.Cell(cell.title), Table.Cell(cell.info), Table.Cell(cell.description ?? "")])
    }
    return table
  }

  /// The titles of podcasts by id, where the catalog can say them: cells are whole without.
  private static func titles(_ arguments: Arguments, _ context: Context) -> [String: String] {
    guard let catalog = try? ServiceClient(ServiceAddress(.catalog, arguments), context: context),
      let list = try? ListRequest("podcasts.list").items(from: catalog, limit: 5_000)
    else { return [:] }
    let podcasts = list.items.compactMap { try? BusCoder.decode(Podcast.self, from: $0) }
    return Dictionary(podcasts.map { ($0.id, $0.title ?? "") }) { first, _ in first }
  }
}
