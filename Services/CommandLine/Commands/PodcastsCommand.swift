internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire podcasts`: the podcasts in the catalog.
enum PodcastsCommand {
  private static let usualLimit = 100

  static let command = Command(
    "podcasts", summary: "list the podcasts in the catalog",
    options: ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let options = try ListOptions(invocation.arguments, limit: usualLimit)
    let client = try ServiceClient(ServiceAddress(.catalog, invocation.arguments), context: invocation.context())
    try options.print(ListRequest("podcasts.list"), from: client, noun: "podcast", invocation) { items in
      let podcasts = try items.map { try BusCoder.decode(Podcast.self, from: $0) }
      let output = invocation.output
      for line in table(podcasts).lines(width: output.width, style: output.style) { try output.line(line) }
    }
    return 0
  }

  static func table(_ podcasts: [Podcast]) -> Table {
    var table = Table([
      Table.Column(heading: "TITLE", isFlexible: true), Table.Column(heading: "AUTHOR", isFlexible: true),
      Table.Column(heading: "GENRE", isFlexible: true), Table.Column(heading: "LANGUAGE"),
      Table.Column(heading: "STATE"), Table.Column(heading: "FEED", isFlexible: true),
    ])
    for podcast in podcasts {
      table.add([
        Table.Cell(podcast.title ?? "<untitled>", .bold), Table.Cell(podcast.author ?? ""),
        Table.Cell(podcast.primaryGenre ?? "", .cyan), Table.Cell(podcast.language ?? ""),
        Table.Cell(podcast.state.rawValue, podcast.state == .active ? .green : .yellow),
        Table.Cell(podcast.feedURL, .dim),
      ])
    }
    return table
  }
}
