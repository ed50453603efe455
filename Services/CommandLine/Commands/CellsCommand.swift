internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// What `castwire episodes`, `videos` and `photos` do: show the formatter's cells.
enum CellsCommand {
  private static let usualLimit = 20

  /// - Parameters:
  ///   - operand: what a feed of that kind is called in the help.
  ///   - about: what is shown, in a sentence.
  static func command(_ name: String, of kind: CellKind, operand: String, about: String) -> Command {
    Command(
      name, operands: "[\(operand)]", positionals: 0...1,
      summary: "show \(name) as a list shows them, the newest first",
      about: """
        \(about) \(operand) is an id, a feed's URL, or a title or part of it that no other \(kind.sourceNoun) has.

        With --watch the list stays on the terminal and changes as \(name) come, change and go, until Ctrl-C or q. Where
        standard output is no terminal, or with --json, a line is printed for each that is in the list at first, the newest
        last, and then for each change: '+' for what comes in, '~' for what changes, '-' for what is no more. In JSON what
        is no more is {"kind", "locale", "entity", "removed": true}.
        """,
      options: [
        Option("locale", .one("LOCALE"), help: "in which language, such as de_DE (default: the formatter's first)"),
        Option("watch", help: "keep the list as it is now"),
      ] + ListOptions.options(limit: usualLimit) + [ServiceName.catalog.option, ServiceName.formatter.option]
    ) { try run($0, kind) }
  }

  private static func run(_ invocation: Invocation, _ kind: CellKind) throws -> Int32 {
    let arguments = invocation.arguments
    let options = try ListOptions(arguments, limit: usualLimit)
    let locale = try arguments.value("locale").map { try LocaleName.option($0).description }
    let formatter = try ServiceAddress(.formatter, arguments)
    let catalog = try ServiceAddress(.catalog, arguments)
    let context = try invocation.context()
    var feed: String?
    if let name = arguments.positionals.first {
      feed = try SourceName(name, of: kind).source(in: try ServiceClient(catalog, context: context)).id
    }
    let query = ListQuery(
      kind: kind, feed: feed, locale: locale, limit: options.limit, formatter: formatter, catalog: catalog,
      context: context)
    if arguments.flag("watch") {
      let view: any ListView =
        invocation.output.isScreen && !options.isJSON
        ? ListScreen(query, output: invocation.output)
        : ListLines(query, isJSON: options.isJSON, output: invocation.output)
      try ListWatch(query, view: view, invocation).run()
    } else {
      try options.print(
        query.request, from: try ServiceClient(formatter, context: context), noun: kind.noun, invocation
      ) { items in
        try show(try items.map { try ListedCell(json: $0) }, query, invocation.output)
      }
    }
    return 0
  }

  private static func show(_ cells: [ListedCell], _ query: ListQuery, _ output: Output) throws {
    guard output.isTerminal else {
      for line in table(cells).lines(width: nil, style: output.style) { try output.line(line) }
      return
    }
    let titles = query.titles(for: cells, known: [:])
    let layout = TerminalCell.Layout(width: output.width, style: output.style)
    let source = CollectionDataSource<ListedCell, TerminalCell>(items: cells, cellIdentifier: query.kind.rawValue) {
      $0.show($1.texts, source: titles[$1.feed], in: layout)
    }
    for index in 0..<source.numberOfItems {
      guard let cell = source.cell(at: IndexPath(item: index, section: 0)) else { break }
      if index > 0 { try output.line("") }
      for line in cell.lines { try output.line(line) }
      source.recycle(cell)
    }
  }

  /// For other programs: a column for each role that any of the cells has.
  static func table(_ cells: [ListedCell]) -> Table {
    let hasBodies = cells.contains { !$0.texts.body.isEmpty }
    var table = Table(
      [Table.Column(heading: "TITLE"), Table.Column(heading: "INFO")]
        + (hasBodies ? [Table.Column(heading: "DESCRIPTION")] : []))
    for cell in cells {
      let texts = cell.texts
      table.add(
        [Table.Cell(texts.title), Table.Cell(texts.info)] + (hasBodies ? [Table.Cell(texts.body)] : []),
        note: texts.failure.map { Table.Cell($0) })
    }
    return table
  }
}
