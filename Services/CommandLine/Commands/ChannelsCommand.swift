internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire channels`: the channels in the catalog.
enum ChannelsCommand {
  private static let usualLimit = 100

  static let command = Command(
    "channels", summary: "list the channels in the catalog",
    options: ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let options = try ListOptions(invocation.arguments, limit: usualLimit)
    let client = try ServiceClient(ServiceAddress(.catalog, invocation.arguments), context: invocation.context())
    try options.print(ListRequest("channels.list"), from: client, noun: "channel", invocation) { items in
      let channels = try items.map { try BusCoder.decode(Channel.self, from: $0) }
      let output = invocation.output
      for line in table(channels).lines(width: output.width, style: output.style) { try output.line(line) }
    }
    return 0
  }

  static func table(_ channels: [Channel]) -> Table {
    var table = Table([
      Table.Column(heading: "NAME", isFlexible: true), Table.Column(heading: "STATE"),
      Table.Column(heading: "FEED", isFlexible: true),
    ])
    for channel in channels {
      table.add([
        Table.Cell(channel.name ?? "<unnamed>", .bold),
        Table.Cell(channel.state.rawValue, channel.state == .active ? .green : .yellow),
        Table.Cell(channel.feedURL, .dim),
      ])
    }
    return table
  }
}
