internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop

/// The formatter: turns what the catalog publishes into cells in each of its locales, and renews those whose words time
/// changes.
final class FormatterService: ServiceHandler {
  static let controlRequests: Set<String> = []

  private let store: CellStore
  private let settings: Settings
  private let reader: CellReader
  private let publisher: CellPublisher
  private let state: KeptState
  private let localeWork: LocaleWork
  private let channelWork: ChannelWork
  private let sweep: Sweep
  private let clockWatch: ClockWatch
  private let renewal: Renewal
  private var isStartingOver = false

  init(store: CellStore, log: EventLog, settings: Settings) throws {
    self.store = store
    self.settings = settings
    let maker = CellMaker(timeZone: settings.timeZone)
    let reader = CellReader(store: store, log: log, maker: maker)
    let publisher = CellPublisher(store: store, log: log, reader: reader)
    self.reader = reader
    self.publisher = publisher
    // A disk that is full and a file that is held can be read: nothing is written where nothing is due.
    state = try KeptState(store: store, now: Int(settings.now().timeIntervalSince1970 * 1_000))
    localeWork = try LocaleWork(store: store, publisher: publisher, locales: settings.locales, rules: maker.rules)
    channelWork = try ChannelWork(store: store, publisher: publisher, locales: settings.locales)
    sweep = Sweep(store: store, publisher: publisher, state: state)
    clockWatch = ClockWatch(store: store, state: state)
    renewal = try Renewal(store: store, publisher: publisher, settings: settings)
  }

  var counters: [String: Int] {
    get throws {
      let now = Int(settings.now().timeIntervalSince1970)
      let (stale, oldest) = try store.staleness(at: now)
      var counters = [
        "renewedCells": renewal.count, "staleCells": stale, "oldestStaleSeconds": oldest.map { now - $0 } ?? 0,
      ]
      for cells in try store.cellCounts() { counters["cells.\(cells.locale).\(cells.kind)"] = cells.count }
      return counters
    }
  }

  // MARK: What the catalog says

  func apply(_ event: Event) throws {
    // Families and verbs that are not known yet are passed over, as the contract asks of every reader.
    guard let (family, verb) = event.familyAndVerb else { return }
    if let kind = CellKind(rawValue: String(family)) {
      if let said = try CatalogEntity(event, kind: kind, verb: String(verb)) {
        try update(said, event)
      } else if verb == "removed", let entity = try store.entity(event.subject) {
        try publisher.remove(entity, origin: Origin(event))
      }
    } else if family == "channel", let verb = ChannelEvent.Verb(rawValue: String(verb)) {
      switch verb {
      case .added, .updated:
        let channel = try event.decode(ChannelEvent.self).channel
        try channelWork.update(ChannelSummary(channel), id: channel.id, origin: Origin(event))
      case .removed:
        try channelWork.remove(event.subject)
      }
    }
  }

  private func update(_ said: CatalogEntity, _ event: Event) throws {
    let known = try store.entity(said.id)
    // The catalog's word, so that lists stand here as they stand there, whatever was lost here.
    let firstSeen = said.firstSeen.map(Self.second) ?? known?.firstSeen ?? Int(event.time.rawValue / 1_000)
    let order = min(said.date.map(Self.second) ?? firstSeen, firstSeen)
    if let known {
      if isStartingOver { try store.noteAppearance(of: known.number, era: state.value.era) }
      if known.order != order || known.firstSeen != firstSeen {
        try store.put(order: order, firstSeen: firstSeen, of: known.number)
      }
      if try store.facts(of: known.number) != nil, try reader.facts(of: known) == said.facts { return }
    }
    let now = settings.now()
    let cells = try settings.locales.map {
      try reader.cell(of: said.facts, entity: said.id, feed: said.feed, in: $0, now: now)
    }
    let facts = try said.facts.json(beside: cells)
    let entity: Entity
    if let known {
      entity = known
      try store.put(facts: facts, of: known.number)
    } else {
      let number = try store.add(
        said.id, kind: said.facts.kind, feed: said.feed, order: order, firstSeen: firstSeen, initial: said.initial,
        facts: facts, era: state.value.era)
      entity = Entity(
        number: number, id: said.id, kind: said.facts.kind, feed: said.feed, order: order, firstSeen: firstSeen,
        initial: said.initial)
    }
    // What the catalog had said before these tables were made is no news.
    let isHistory = event.time.rawValue < Int64(state.value.since)
    let reason: CellReason = isHistory ? .rebuilt : known == nil ? .new : .changed
    var isPublished = false
    for (locale, cell) in zip(settings.locales, cells) {
      let name = locale.description
      isPublished =
        try publisher.publish(
          cell, of: entity, in: name, over: known == nil ? nil : try store.cell(of: entity.number, locale: name),
          reason: reason, origin: Origin(event)) || isPublished
    }
    // Then the newest cell may be one in a locale that is left, which shows a text that is no more.
    if !isPublished, let newest = try store.newestCell(of: entity.number),
      !settings.locales.contains(where: { $0.description == newest.locale })
    {
      try store.put(facts: try said.facts.json(beside: []), of: entity.number)
    }
    try note(staleAt: cells.compactMap(\.staleAt).min(), now)
  }

  private static func second(_ date: Date) -> Int {
    Int(date.timeIntervalSince1970.rounded(.down))
  }

  // MARK: Another log of the catalog's

  var lacksState: Bool {
    state.value.facts != Facts.version
  }

  func startOver() throws {
    isStartingOver = true
    try state.change {
      $0.era += 1
      $0.sweptTo = nil
    }
  }

  func continueStartingOver() {
    isStartingOver = true
  }

  func finishStartingOver() throws {
    guard isStartingOver || lacksState else { return }
    try state.change {
      $0.facts = Facts.version
      if isStartingOver { $0.sweptTo = 0 }
    }
    isStartingOver = false
  }

  func respond(to request: Request) throws -> [UInt8] {
    throw RequestError(.unknownRequest, "formatter changes nothing by request, '\(request.name)' either")
  }

  // MARK: What it does by itself

  /// Whether there is something to do that need not wait for its time.
  private var hasTasks: Bool {
    // Without its facts no cell can be made anew.
    !lacksState && !(sweep.isDone && localeWork.isDone && channelWork.isDone && clockWatch.isDone)
  }

  var nextWork: ContinuousClock.Instant? {
    if hasTasks { return .now }
    return lacksState ? nil : renewal.due
  }

  func collectWork(now: ContinuousClock.Instant) -> Bool {
    !lacksState && (hasTasks || renewal.isDue(now) || clockWatch.wasSetBack(settings.now()))
  }

  func work(now: ContinuousClock.Instant) throws {
    let time = settings.now()
    // First, so that a large task does not put it off; it has a bound of its own.
    if renewal.isDue(now) {
      try renewal.work(now)
      try clockWatch.note(time)
    }
    if clockWatch.wasSetBack(time) || !clockWatch.isDone {
      renewal.note(staleAt: try clockWatch.work(time))
    } else if !sweep.isDone {
      try sweep.work()
    } else if !channelWork.isDone {
      try note(staleAt: try channelWork.work(now: time), time)
    } else if !localeWork.isDone {
      try note(staleAt: try localeWork.work(now: time), time)
    }
  }

  /// Takes in that cells were made, the first of which goes stale then.
  private func note(staleAt: Int?, _ now: Date) throws {
    guard let staleAt else { return }
    renewal.note(staleAt: staleAt)
    try clockWatch.note(now)
  }
}
