internal import Castwire
internal import CastwireBus

/// Shows cells while the formatter publishes them, as far as a person can follow.
final class CellScreen {
  /// So many cells of a feed that was just followed are shown, the newest; the others are counted.
  private static let shownOfHistory = 4
  /// So many cells from before are shown at the start.
  private static let shownAtStart = 3
  /// So many cells are shown in a second, whatever they are.
  private static let shownPerSecond = 40
  /// The others are counted for each podcast where they are of so few.
  private static let countedApart = 5
  /// When no cell came for so long, a history is taken to be whole.
  private static let quiet: Duration = .milliseconds(700)

  private static let margin = String(repeating: " ", count: 10)

  private let output: Output
  private let context: Context
  private let formatter: ServiceAddress
  private let namesLocales: Bool
  private let cells: EventStream
  private let titles: PodcastTitles
  /// How many cells of a feed's history have come, by feed and locale.
  private var history: [String: [String: Int]] = [:]
  private var untold: [String: Int] = [:]
  private let clock = ContinuousClock()
  private var lastCell: ContinuousClock.Instant?
  private var secondStart: ContinuousClock.Instant?
  private var shownThisSecond = 0
  private var cell = TerminalCell()

  /// - Parameter namesLocales: whether a cell's locale is shown beside it.
  init(_ plan: UpPlan, namesLocales: Bool, context: Context, output: Output) throws {
    self.namesLocales = namesLocales
    self.output = output
    self.context = context
    formatter = plan.address(of: .formatter)
    titles = PodcastTitles(catalog: plan.address(of: .catalog), context: context)
    cells = try EventStream(formatter, context: context, start: .head)
  }

  var streams: [EventStream] { [cells] }

  /// Whether no cell that comes from now on can be missed.
  var isListening: Bool { cells.subscription.isLive }

  /// Shows the newest cells of before.
  func showNewest() throws {
    let client = try ServiceClient(formatter, context: context)
    for kind in CellKind.allCases {
      let list = ListRequest("cells.list", kind: kind.rawValue)
      for json in try list.items(from: client, limit: Self.shownAtStart).items { try show(ListedCell(json: json)) }
    }
    try output.flush()
  }

  /// Shows what has come.
  func takeEvents() throws {
    while let batch = try cells.next() {
      if batch.startsOver {
        try cells.subscription.rewind(to: .head)
        break
      }
      for event in batch.events {
        switch event.familyAndVerb {
        case ("cell", "updated")?:
          lastCell = clock.now
          try show(event)
        case ("cell", "removed")?:
          // Followed anew, its history is news again.
          history[event.partitionKey] = nil
          titles.forget(event.partitionKey)
        default:
          break
        }
      }
    }
    if let lastCell, clock.now - lastCell >= Self.quiet { try tellRest() }
    try output.flush()
  }

  private func show(_ event: Event) throws {
    struct Occasion: Decodable {
      let reason: CellReason?
      let initial: Bool
    }
    let occasion = try event.decode(Occasion.self)
    let cell = try ListedCell(event)
    guard mayShow(cell.feed, locale: cell.locale, isHistory: occasion.initial || occasion.reason == .rebuilt) else {
      untold[cell.feed, default: 0] += 1
      return
    }
    try show(cell)
  }

  private func show(_ listed: ListedCell) throws {
    // A video's cell names its channel itself.
    let title = listed.kind == .episode ? titles.title(of: listed.feed) : nil
    let source = ([title].compactMap(\.self) + (namesLocales ? [listed.locale] : [])).joined(separator: " · ")
    cell.prepareForReuse()
    cell.show(
      listed.texts, source: source,
      in: TerminalCell.Layout(margin: Self.margin, width: output.width, style: output.style))
    for line in cell.lines { try output.line(line) }
    try output.line("")
  }

  private func mayShow(_ feed: String, locale: String, isHistory: Bool) -> Bool {
    let now = clock.now
    if secondStart.map({ now - $0 >= .seconds(1) }) ?? true { (secondStart, shownThisSecond) = (now, 0) }
    guard shownThisSecond < Self.shownPerSecond else { return false }
    if isHistory {
      guard history[feed]?[locale] ?? 0 < Self.shownOfHistory else { return false }
      history[feed, default: [:]][locale, default: 0] += 1
    }
    shownThisSecond += 1
    return true
  }

  private func tellRest() throws {
    func tell(_ count: Int, _ ofWhat: String) throws {
      let text = "… and \(count) more \(count == 1 ? "cell" : "cells")\(ofWhat)"
      try output.line("\(Self.margin)\(output.style(text, .dim))\n")
    }
    if untold.count > Self.countedApart {
      try tell(untold.values.reduce(0, +), " of \(untold.count) podcasts")
    } else {
      for (feed, count) in untold.sorted(by: { $0.key < $1.key }) {
        try tell(count, titles.title(of: feed).map { " of \(PrintableText.line($0))" } ?? "")
      }
    }
    untold = [:]
  }
}
