internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Fills the locales that were added, or whose rules changed, and takes back the cells of those that were dropped.
final class LocaleWork {
  /// How many cells are made in one transaction.
  static let step = 500

  private let store: CellStore
  private let publisher: CellPublisher
  private var filling: [CellStore.LocaleState]
  private var dropped: [CellStore.LocaleState]
  private var removedTo = 0

  /// Compares what is there with what is to be, and notes it.
  ///
  /// - Parameter rules: by which cells are made from now on.
  init(store: CellStore, publisher: CellPublisher, locales: [LocaleName], rules: String) throws {
    self.store = store
    self.publisher = publisher
    let names = locales.map(\.description)
    let known = try store.locales()
    dropped = known.filter { !names.contains($0.name) }
    for locale in dropped where !locale.rules.isEmpty {
      // Should it come back, its cells miss what changes from now on.
      try store.put(CellStore.LocaleState(name: locale.name, rules: "", reached: nil))
    }
    filling = []
    for name in names {
      let state = known.first { $0.name == name }
      if let state, state.rules == rules {
        if state.reached != nil { filling.append(state) }
      } else {
        let new = CellStore.LocaleState(name: name, rules: rules, reached: 0)
        try store.put(new)
        filling.append(new)
      }
    }
  }

  var isDone: Bool {
    filling.isEmpty && dropped.isEmpty
  }

  /// Does some of it in the open transaction.
  ///
  /// - Returns: when the first of the cells that were made goes stale, in seconds since 1970.
  func work(now: Date) throws -> Int? {
    if let locale = filling.first { return try fill(locale, now: now) }
    // The texts of entities stand in the cells of dropped locales, too, until the others are whole.
    if let locale = dropped.first { try remove(locale.name) }
    return nil
  }

  private func fill(_ locale: CellStore.LocaleState, now: Date) throws -> Int? {
    let entities = try store.entities(after: locale.reached ?? 0, limit: Self.step)
    let name = try LocaleName(locale.name)
    var soonest: [Int] = []
    for entity in entities {
      if let staleAt = try publisher.remake(entity, in: [name], reason: .rebuilt, origin: .itself, now: now) {
        soonest.append(staleAt)
      }
    }
    let reached = entities.count < Self.step ? nil : entities.last?.number
    let state = CellStore.LocaleState(name: locale.name, rules: locale.rules, reached: reached)
    try store.put(state)
    if reached == nil { filling.removeFirst() } else { filling[0] = state }
    return soonest.min()
  }

  private func remove(_ locale: String) throws {
    let entities = try store.entities(withCellIn: locale, after: removedTo, limit: Self.step)
    for entity in entities { try publisher.removeCell(of: entity, in: locale, origin: .itself) }
    if let last = entities.last, entities.count == Self.step {
      removedTo = last.number
      return
    }
    try store.remove(locale: locale)
    dropped.removeFirst()
    removedTo = 0
  }
}
