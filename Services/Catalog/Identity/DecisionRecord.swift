internal import Castwire
internal import CastwireBus

/// Keeps why entities are what they are.
struct DecisionRecord {
  private let store: CatalogStore

  init(store: CatalogStore) {
    self.store = store
  }

  func record(_ decision: Decision, of row: EntityRow, _ item: DocumentItem) throws {
    var detail = decision.detail
    detail.item = item.key
    detail.cause = item.cause.id
    try store.record(
      entity: row.number,
      DecisionRow(
        time: item.time, document: item.document, rule: decision.reason.rawValue,
        detail: try BusCoder.encode(detail)))
  }
}
