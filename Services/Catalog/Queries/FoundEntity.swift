internal import CastwireBus
internal import ServiceLoop

/// An entity that is published, with its newest event and its row.
struct FoundEntity {
  let row: EntityRow
  /// The id of its feed.
  let feed: String
  let event: Event

  /// What is published under an id.
  ///
  /// - Parameter kinds: what it may be.
  /// - Returns: nil where there is nothing, not yet or no more.
  init?(_ id: String, _ kinds: [EntityKind], store: CatalogStore, log: any ReadableLog) throws {
    for kind in kinds {
      // The log knows of each id where its newest event is: ids are spread over all feeds, and so would a table of them be.
      guard let place = try log.newest(family: "\(kind.family)", subject: id), let event = try log.event(at: place),
        event.member(kind.family) != nil, let feed = try store.feed(event.partitionKey),
        let row = try store.entity(feed: feed.number, id: id)
      else { continue }
      self.row = row
      self.feed = feed.id
      self.event = event
      return
    }
    return nil
  }

  /// The entity as the bytes that were committed.
  var json: [UInt8] {
    get throws { try event.entity(row.kind.family) }
  }
}
