import Castwire
import CastwireBus

/// What the catalog must say, by the log of feed-ingest alone: worked out from scratch, without its tables and rules.
///
/// It holds for feeds whose items each have a guid of their own.
struct ExpectedCatalog {
  private(set) var podcasts: [String: Podcast] = [:]
  private(set) var episodes: [String: Episode] = [:]
  /// The titles of the items that each feed shows, by guid.
  private(set) var shown: [String: [String: String]] = [:]
  /// The episode and the guid of each item.
  private var items: [String: (episode: String, guid: String)] = [:]

  init(_ log: CommittedLog) throws {
    try log.forEach { row in
      guard let (family, verb) = row.event.familyAndVerb else { return }
      switch (family, verb) {
      case ("item", "seen"): take(try row.event.decode(ItemEvent.self), item: row.event.subject)
      case ("item", "left"): take(try row.event.decode(ItemLeftEvent.self), item: row.event.subject)
      case ("feed", _): take(try row.event.decode(FeedEvent.self), isDocument: verb == "updated")
      default: break
      }
    }
  }

  private mutating func take(_ message: ItemEvent, item: String) {
    let guid = message.item.identifier ?? ""
    let id = Identity.entityID(feedID: message.feed, identifier: guid, enclosureURL: nil)
    episodes[id] = Episode(id: id, podcastID: message.feed, item: message.item)
    items[item] = (id, guid)
    shown[message.feed, default: [:]][guid] = message.item.title ?? ""
  }

  private mutating func take(_ message: ItemLeftEvent, item: String) {
    guard let (episode, guid) = items[item] else { return }
    shown[message.feed]?[guid] = nil
    if message.reason == .missing { episodes[episode]?.withdrawn = true }
  }

  private mutating func take(_ message: FeedEvent, isDocument: Bool) {
    let feed = message.feed
    if message.purge == true {
      podcasts[feed.id] = nil
      episodes = episodes.filter { $0.value.podcastID != feed.id }
      shown[feed.id] = nil
    } else if isDocument {
      podcasts[feed.id] = Podcast(id: feed.id, feedURL: feed.url, state: feed.state, details: feed.details)
    } else {
      podcasts[feed.id]?.state = feed.state
      podcasts[feed.id]?.feedURL = feed.url
    }
  }
}
