internal import Castwire
internal import Foundation

/// Decides which episode each item of a document is.
///
/// An item that feed-ingest knows again is the episode that it was before. Any other is matched, rule by rule, with
/// the episodes that the feed no longer holds: a publisher who changes an identifier takes one item out and puts the
/// same episode in. An episode that is still there under its own item is never taken.
struct EpisodeMatcher {
  /// More episodes of one link than that are a feed that gives all of them the same; nothing can be told by it.
  private static let mostCandidates = 20

  private let store: CatalogStore
  private let publisher: CatalogPublisher

  init(store: CatalogStore, publisher: CatalogPublisher) {
    self.store = store
    self.publisher = publisher
  }

  /// The episode that each item is; nil for a new one. No episode is given to two items.
  ///
  /// - Parameter keysAreForeign: whether feed-ingest's keys are of another log than those that are known. One that
  ///   lost its data gives a key that was one item's to another item of the same guid.
  func match(
    _ seen: [DocumentReconciler.Seen], feed: String, keysAreForeign: Bool
  ) throws -> [CatalogStore.EpisodeEntry?] {
    var matches = [CatalogStore.EpisodeEntry?](repeating: nil, count: seen.count)
    var taken: Set<String> = []
    for (index, seen) in seen.enumerated() {
      guard let episode = try store.episodes(feed: feed, rule: .item, value: seen.staged.item).first else { continue }
      if try keysAreForeign && isAnother(seen.message.item, episode) { continue }
      matches[index] = episode
      taken.insert(episode.id)
    }
    // Rule by rule over the whole document, so that a strong rule of a late item wins over a weak one of an early.
    for rule in [CatalogStore.Rule.identifier, .link, .enclosure, .title] {
      let values = seen.map { Self.value(of: rule, in: $0.message, mustBeUnique: true) }
      let counts = Dictionary(values.compactMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
      for (index, seen) in seen.enumerated() where matches[index] == nil {
        guard let value = values[index], counts[value] == 1 else { continue }
        let free = try store.episodes(feed: feed, rule: rule, value: value).filter {
          !$0.isPresent && !taken.contains($0.id)
        }
        guard free.count <= Self.mostCandidates else { continue }
        let fitting = try free.filter { try !contradicts(seen.message.item, $0, rule) }
        guard fitting.count == 1, let episode = fitting.first else { continue }
        matches[index] = episode
        taken.insert(episode.id)
      }
    }
    return matches
  }

  /// What a rule knows the item by.
  ///
  /// - Parameter mustBeUnique: nil, too, where another item of the document has the same.
  static func value(of rule: CatalogStore.Rule, in message: ItemEvent, mustBeUnique: Bool) -> String? {
    let item = message.item
    switch rule {
    case .item:
      return nil
    case .identifier:
      guard item.identifierRule == .guid, !mustBeUnique || message.identifierCount == 1 else { return nil }
      return item.identifier
    case .link:
      return mustBeUnique && message.linkCount != 1 ? nil : item.link
    case .enclosure:
      return mustBeUnique && message.enclosureCount != 1 ? nil : item.enclosureURL
    case .title:
      guard let title = item.title, let date = item.publicationDate else { return nil }
      return "\(title)\n\(Int(date.timeIntervalSince1970))"
    }
  }

  /// Feeds of one item, such as the news of the hour, have the same link or file for each; there title and date say
  /// that it is another one.
  private func contradicts(
    _ item: FeedItem, _ entry: CatalogStore.EpisodeEntry, _ rule: CatalogStore.Rule
  ) throws -> Bool {
    guard rule == .link || rule == .enclosure, let title = item.title, let date = item.publicationDate else {
      return false
    }
    let episode = try publisher.current(entry).episode
    guard let oldTitle = episode.title, let oldDate = episode.publicationDate else { return false }
    return title != oldTitle && Self.second(date) != Self.second(oldDate)
  }

  /// Whether an item has nothing in common with an episode but perhaps its guid.
  private func isAnother(_ item: FeedItem, _ entry: CatalogStore.EpisodeEntry) throws -> Bool {
    let episode = try publisher.current(entry).episode
    let pairs = [
      (item.title, episode.title), (item.link, episode.link), (item.enclosureURL, episode.enclosureURL),
      (Self.second(item.publicationDate), Self.second(episode.publicationDate)),
    ]
    let comparable = pairs.filter { $0 != nil && $1 != nil }
    return !comparable.isEmpty && comparable.allSatisfy { $0 != $1 }
  }

  private static func second(_ date: Date?) -> String? {
    date.map { "\(Int($0.timeIntervalSince1970))" }
  }
}
