internal import Castwire
internal import CastwireBus

/// The items of the document that is being staged, as they were decoded to see that they can be: nothing comes between
/// them and the document's close, which then need not decode them again.
///
/// By the events' ids, so that one that was staged and undone is no other.
final class DecodedItems {
  /// In bytes of JSON: of a document beyond that the rest is decoded again.
  private static let limit = 16 << 20

  private var document: (feed: String, number: Int)?
  private var items: [String: ItemEvent] = [:]
  private var size = 0

  func keep(_ item: ItemEvent, of event: Event) {
    if document?.feed != item.feed || document?.number != item.document {
      (document, items, size) = ((item.feed, item.document), [:], 0)
    }
    guard size + event.json.count <= Self.limit else { return }
    size += event.json.count
    items[event.causationID] = item
  }

  /// What was kept of an item, which is then forgotten.
  func take(_ id: String?) -> ItemEvent? {
    id.flatMap { items.removeValue(forKey: $0) }
  }
}
