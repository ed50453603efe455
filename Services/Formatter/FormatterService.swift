internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop

/// The formatter: turns what the catalog publishes into cells in each of its locales.
final class FormatterService: ServiceHandler {
  static let controlRequests: Set<String> = []

  /// A new number makes all cells anew at the next start: for changed rules of formatting.
  private static let rulesVersion = 1
  /// How many entities are gone through in one transaction when cells are made anew.
  private static let rebuildStep = 200

  private let store: CellStore
  private let maker: CellMaker
  private let cells: CellReader
  private let locales: [LocaleName]
  private let rules: String
  /// Locales whose cells are to be made anew, and how far that has come.
  private var rebuilding: [LocaleName]
  private var rebuiltTo = ""

  init(store: CellStore, log: EventLog, locales: [LocaleName], timeZone: TimeZone) throws {
    self.store = store
    self.locales = locales
    maker = CellMaker(store: store, log: log)
    cells = CellReader(store: store, log: log, timeZone: timeZone)
    let rules = "\(Self.rulesVersion) \(timeZone.identifier)"
    self.rules = rules
    try store.keepRules(ofLocales: locales.map(\.description))
    rebuilding = try locales.filter { try store.rules(ofLocale: $0.description) != rules }
  }

  func apply(_ event: Event) throws {
    guard let (family, verb) = event.familyAndVerb, family == "episode",
      let verb = EpisodeEvent.Verb(rawValue: String(verb))
    else { return }
    switch verb {
    case .added, .updated, .withdrawn, .restored:
      try update(try event.decode(EpisodeEvent.self), event)
    case .removed:
      guard let entity = try store.entity(event.subject) else { return }
      try maker.remove(entity, origin: CellMaker.Origin(event, initial: false))
    }
  }

  private func update(_ message: EpisodeEvent, _ event: Event) throws {
    let episode = message.episode
    let firstSeen = try store.entity(episode.id)?.firstSeen ?? Int(event.time.rawValue / 1_000)
    let date = episode.publicationDate.map { Int($0.timeIntervalSince1970) }
    let entity = CellStore.Entity(
      id: episode.id, kind: .episode, feed: episode.podcastID, order: min(date ?? firstSeen, firstSeen),
      firstSeen: firstSeen, duration: episode.duration, date: date)
    try store.put(entity)
    let origin = CellMaker.Origin(event, initial: message.initial)
    for locale in locales {
      try maker.publish(
        cells.cell(of: episode, in: locale), of: entity, in: locale, reason: .changed, origin: origin)
    }
  }

  func startOver() throws {
    try store.forgetAppearances()
  }

  func finishStartingOver() throws {
    for entity in try store.entitiesThatDidNotAppear() {
      try maker.remove(entity, origin: CellMaker.Origin(causationID: nil, traceparent: nil, initial: false))
    }
  }

  func respond(to request: Request) throws -> [UInt8] {
    throw RequestError(.unknownRequest, "formatter changes nothing by request, '\(request.name)' either")
  }

  // MARK: Cells made anew: a locale that was added, another time zone, other rules

  var nextWork: ContinuousClock.Instant? {
    rebuilding.isEmpty ? nil : .now
  }

  func collectWork(now: ContinuousClock.Instant) -> Bool {
    !rebuilding.isEmpty
  }

  func work(now: ContinuousClock.Instant) throws {
    let entities = try store.entities(after: rebuiltTo, limit: Self.rebuildStep)
    let origin = CellMaker.Origin(causationID: nil, traceparent: nil, initial: false)
    for entity in entities {
      for locale in rebuilding {
        let cell = try cells.cell(of: entity, in: locale)
        try maker.publish(cell, of: entity, in: locale, reason: .rebuilt, origin: origin)
      }
    }
    if let last = entities.last, entities.count == Self.rebuildStep {
      rebuiltTo = last.id
      return
    }
    for locale in rebuilding { try store.put(rules: rules, ofLocale: locale.description) }
    rebuilding = []
  }
}

extension CellMaker.Origin {
  fileprivate init(_ event: Event, initial: Bool) {
    self.init(causationID: event.causationID, traceparent: event.traceparent, initial: initial)
  }
}
