internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire photostreams`: the photo streams in the catalog.
enum PhotoStreamsCommand {
  private static let usualLimit = 100

  static let command = Command(
    "photostreams", summary: "list the photo streams in the catalog",
    options: ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let options = try ListOptions(invocation.arguments, limit: usualLimit)
    let client = try ServiceClient(ServiceAddress(.catalog, invocation.arguments), context: invocation.context())
    try options.print(ListRequest("photostreams.list"), from: client, noun: "photo stream", invocation) { items in
      let streams = try items.map { try BusCoder.decode(PhotoStream.self, from: $0) }
      let output = invocation.output
      for line in table(streams).lines(width: output.width, style: output.style) { try output.line(line) }
    }
    return 0
  }

  static func table(_ streams: [PhotoStream]) -> Table {
    var table = Table([
      Table.Column(heading: "TITLE", isFlexible: true), Table.Column(heading: "AUTHOR", isFlexible: true),
      Table.Column(heading: "STATE"), Table.Column(heading: "FEED", isFlexible: true),
    ])
    for stream in streams {
      table.add([
        Table.Cell(stream.title ?? "<untitled>", .bold), Table.Cell(stream.author ?? ""),
        Table.Cell(stream.state.rawValue, stream.state == .active ? .green : .yellow),
        Table.Cell(stream.feedURL, .dim),
      ])
    }
    return table
  }
}
