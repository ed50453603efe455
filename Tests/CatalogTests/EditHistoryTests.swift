import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// Random edits of a feed through feed-ingest's comparison and the catalog, against a model of their own.
struct EditHistoryTests {
  /// CASTWIRE_TEST_HISTORIES asks for more of them.
  private static let histories = Int(ProcessInfo.processInfo.environment["CASTWIRE_TEST_HISTORIES"] ?? "") ?? 60

  @Test(arguments: 0..<histories)
  func `the catalog knows each episode through all edits of its feed`(seed: Int) throws {
    var history = EditHistory(seed: UInt64(seed))
    let feed = try IngestedFeed()
    let catalog = try CatalogBench()
    var ids: [Int: String] = [:]
    var last: [String: EpisodeEvent] = [:]
    for step in 0..<10 {
      if step > 0 { history.step() }
      let comment: Comment = "seed \(seed), step \(step), \(history.edits)"
      let events = try catalog.apply(try feed.publish(history.items))
      for event in events where event.name.hasPrefix("episode.") {
        let message = try event.decode(EpisodeEvent.self)
        try expectChange(event, message, since: last[event.subject], comment)
        last[event.subject] = message
      }
      // The same again is no news.
      #expect(try feed.publish(history.items).isEmpty, comment)
      try expectEqual(try catalog.episodes(), history, &ids, comment)
    }
    #expect(catalog.putAside.isEmpty)

    let episodes = try catalog.episodes()
    let comment: Comment = "seed \(seed)"
    // Another catalog comes to the same from the same events, in one go.
    let another = try CatalogBench()
    try another.apply(feed.events)
    #expect(try another.episodes() == episodes, comment)
    // The same events from a log that was restored, and those of a feed-ingest that lost its data, are no news.
    let restored = try feed.events.map { try $0.inLog("6f1f3c0e-8a54-4f0b-9d8e-2b1c7c6f5a01") }
    #expect(try catalog.apply(restored, startsOver: true, completes: true).map(\.name) == [], comment)
    let anew = try IngestedFeed()
    try anew.publish(history.items)
    let news = try catalog.apply(anew.events, startsOver: true, completes: true)
    #expect(news.map { String(decoding: $0.data, as: UTF8.self) } == [], comment)
    #expect(try catalog.episodes() == episodes, comment)
  }

  /// That an event tells of a change, and rightly which.
  private func expectChange(
    _ event: Event, _ message: EpisodeEvent, since before: EpisodeEvent?, _ comment: Comment
  ) throws {
    guard let before else {
      #expect(event.name == "episode.added", comment)
      #expect(message.revision == 1, comment)
      #expect(message.changed == [], comment)
      return
    }
    #expect(message.revision == before.revision + 1, comment)
    let (old, new) = (before.episode, message.episode)
    var changed: Set<String> = []
    if old.identifier != new.identifier { changed.insert("identifier") }
    if old.title != new.title { changed.insert("title") }
    if old.enclosureURL != new.enclosureURL { changed.insert("enclosureURL") }
    if old.link != new.link { changed.insert("link") }
    if old.withdrawn != new.withdrawn { changed.insert("withdrawn") }
    if old.publicationDate != new.publicationDate { changed.insert("publicationDate") }
    #expect(!changed.isEmpty, comment)
    #expect(message.changed == changed.sorted(), comment)
    let verb = new.withdrawn ? "episode.withdrawn" : old.withdrawn ? "episode.restored" : "episode.updated"
    #expect(event.name == verb, comment)
  }

  /// That the catalog has what the model has, each under the id that it had before.
  private func expectEqual(
    _ episodes: [String: Episode], _ history: EditHistory, _ ids: inout [Int: String], _ comment: Comment
  ) throws {
    let truths = history.truths.filter(\.isKnown)
    #expect(episodes.count == truths.count, comment)
    // The date is what the model never changes, and no two episodes share one.
    let byDate = Dictionary(grouping: episodes.values) { episode in
      episode.publicationDate.map { Int($0.timeIntervalSince1970 - 1_600_000_000) / 86_400 } ?? -1
    }
    for truth in truths {
      let found = byDate[truth.number] ?? []
      try #require(found.count == 1, comment)
      let episode = found[0]
      #expect(ids[truth.number] == nil || ids[truth.number] == episode.id, comment)
      ids[truth.number] = episode.id
      #expect(episode.identifier == truth.guid, comment)
      #expect(episode.title == truth.title, comment)
      #expect(episode.enclosureURL == truth.enclosure, comment)
      #expect(episode.link == truth.link, comment)
      #expect(episode.withdrawn == truth.isWithdrawn, comment)
    }
    #expect(Set(ids.values).count == ids.count, comment)
  }
}
