internal import Castwire
internal import CastwireBus

/// Shows cells while the formatter publishes them, as far as a person can follow.
final class CellScreen {
  /// So many cells of a feed that was just followed are shown, the newest; the others are counted.
  private static let shownOfHistory = 4
  /// So many cells from before are shown at the start.
  private static let shownAtStart = 3
  /// When no cell came for so long, a history is taken to be whole.
  private static let quiet: Duration = .milliseconds(700)

  private struct Item: Decodable {
    let feed: String
    let locale: String
    let cell: EpisodeCellViewModel
  }

  private let output: Output
  private let context: Context
  private let formatter: ServiceAddress
  let cells: EventStream
  private let podcasts: EventStream
  private var titles: [String: String] = [:]
  /// How many cells of a feed's history have come, by feed and locale.
  private var history: [String: [String: Int]] = [:]
  private var untold: [String: Int] = [:]
  private var locales: Set<String> = []
  private let clock = ContinuousClock()
  private var lastCell: ContinuousClock.Instant?

  init(formatter: ServiceAddress, catalog: ServiceAddress, context: Context, output: Output) throws {
    self.output = output
    self.context = context
    self.formatter = formatter
    cells = try EventStream(formatter, context: context, start: .head)
    podcasts = try EventStream(catalog, context: context, scope: .family("podcast"), start: .beginning)
  }

  var streams: [EventStream] { [cells, podcasts] }

  /// Whether no cell that comes from now on can be missed.
  var isListening: Bool { cells.subscription.isLive }

  /// Shows the newest cells of before.
  func showNewest() throws {
    let client = try ServiceClient(formatter, context: context)
    let list = ListRequest("cells.list", kind: CellKind.episode.rawValue)
    for json in try list.items(from: client, limit: Self.shownAtStart).items {
      let item = try BusCoder.decode(Item.self, from: json)
      try show(item.cell, feed: item.feed, locale: item.locale)
    }
    try output.flush()
  }

  /// Shows what has come.
  func takeEvents() throws {
    while let batch = try podcasts.next() {
      for event in batch.events {
        if event.familyAndVerb?.verb == "removed" {
          history[event.subject] = nil
        } else {
          titles[event.subject] = try event.decode(PodcastEvent.self).podcast.title
        }
      }
    }
    while let batch = try cells.next() {
      if batch.startsOver {
        try cells.subscription.rewind(to: .head)
        break
      }
      for event in batch.events {
        guard let (family, verb) = event.familyAndVerb, family == "cell", verb == "updated" else { continue }
        lastCell = clock.now
        try show(event)
      }
    }
    if let lastCell, clock.now - lastCell >= Self.quiet { try tellRest() }
    try output.flush()
  }

  private func show(_ event: Event) throws {
    let message = try event.decode(CellEvent<EpisodeCellViewModel>.self)
    let feed = event.partitionKey
    if message.initial || message.reason == .rebuilt {
      history[feed, default: [:]][message.locale, default: 0] += 1
      guard history[feed]?[message.locale] ?? 0 <= Self.shownOfHistory else {
        untold[feed, default: 0] += 1
        return
      }
    }
    try show(message.cell, feed: feed, locale: message.locale)
  }

  private func show(_ cell: EpisodeCellViewModel, feed: String, locale: String) throws {
    locales.insert(locale)
    let place = locales.count > 1 ? [locale] : []
    let podcast = ([titles[feed]].compactMap(\.self) + place).joined(separator: " · ")
    let margin = String(repeating: " ", count: 10)
    let lines = CellText.lines(cell, podcast: podcast, margin: margin, width: output.width, style: output.style)
    for line in lines { try output.line(line) }
    try output.line("")
  }

  private func tellRest() throws {
    for (feed, count) in untold.sorted(by: { $0.key < $1.key }) {
      let podcast = titles[feed].map { " of \(PrintableText.line($0))" } ?? ""
      try output.line(
        "          \(output.style("… and \(count) more \(count == 1 ? "episode" : "episodes")\(podcast)", .dim))\n")
    }
    untold = [:]
  }
}
