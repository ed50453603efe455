internal import Castwire
internal import CastwireBus

/// Keeps why entities are what they are.
struct DecisionRecord {
  /// In characters: an identifier of a megabyte is as good by its beginning.
  private static let textLimit = 500

  private let store: CatalogStore

  init(store: CatalogStore) {
    self.store = store
  }

  func record(_ decision: Decision, of row: EntityRow, _ item: DocumentItem) throws {
    var detail = decision.detail
    detail.from = detail.from.map { String($0.unicodeScalars.prefix(Self.textLimit)) }
    detail.to = detail.to.map { String($0.unicodeScalars.prefix(Self.textLimit)) }
    detail.item = item.key
    detail.cause = item.cause.id
    try store.record(
      entity: row.number,
      DecisionRow(
        time: item.time, document: item.document, rule: decision.reason.rawValue,
        detail: try BusCoder.encode(detail)))
  }
}
