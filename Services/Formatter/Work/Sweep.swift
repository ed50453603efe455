internal import CastwireBus

/// Takes back the cells of what the state of another log of the catalog's did not hold.
struct Sweep {
  /// How many entities are looked at in one transaction.
  private static let step = 500

  private let store: CellStore
  private let publisher: CellPublisher
  private let state: KeptState

  init(store: CellStore, publisher: CellPublisher, state: KeptState) {
    self.store = store
    self.publisher = publisher
    self.state = state
  }

  var isDone: Bool {
    state.value.sweptTo == nil
  }

  /// Does some of it in the open transaction.
  func work() throws {
    guard let sweptTo = state.value.sweptTo else { return }
    let (gone, last) = try store.entitiesThatDidNotAppear(
      after: sweptTo, limit: Self.step, era: state.value.era)
    for entity in gone { try publisher.remove(entity, origin: .itself) }
    try state.change { $0.sweptTo = last }
  }
}
