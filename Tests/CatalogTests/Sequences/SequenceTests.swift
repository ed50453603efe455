import Castwire
import CastwireBus
import Foundation
import Testing

/// Each sentence about what the catalog decides, as documents in and events out. However the events come, what is
/// published is the same.
struct SequenceTests {
  @Test(arguments: DocumentSequence.rules)
  func `an item is known by rule`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.orderOfRules)
  func `rules have an order`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.apart)
  func `what is apart stays apart`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.sharedIdentifiers)
  func `items may share a guid`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.same)
  func `an episode stays the same`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.earlyAccess)
  func `early access is the same episode`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.duplicates)
  func `two feeds keep two`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.merges)
  func `two feeds become one`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.noChange)
  func `what differs before normalisation alone is no change`(sequence: DocumentSequence) throws {
    try expect(sequence)
  }

  @Test(arguments: DocumentSequence.fields)
  func `a field that differs is named`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.revisions)
  func `revisions, views and order`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.kinds)
  func `feed and item decide the kind`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.videos)
  func `videos live as episodes do`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test(arguments: DocumentSequence.keeping)
  func `nothing is lost`(sequence: DocumentSequence) throws { try expect(sequence) }

  @Test func `a document's events are in order: the feed, what was taken out, what is new or different`() throws {
    let feed = try IngestedFeed(inMemory: true)
    let catalog = try CatalogBench(inMemory: true)
    var lines = EventLines(feeds: [feed.id: "A"])
    try catalog.apply(try feed.publish([one("d"), one("c"), one("b"), one("a")])).forEach { _ = try lines.line($0) }
    let items = [one("n"), one("d").title("New"), one("m"), one("a").title("New")]
    let events = try catalog.apply(try feed.publish(items, title: "Another name"))
    #expect(
      try events.map { try lines.line($0) } == [
        "podcast.updated A 2 title", "episode.withdrawn c 2 withdrawn", "episode.withdrawn b 2 withdrawn",
        "episode.added n", "episode.updated d 2 title by identifier", "episode.added m",
        "episode.updated a 2 title by identifier",
      ])
  }

  @Test func `a stated date is kept, whatever the order is by`() throws {
    let feed = try IngestedFeed(inMemory: true)
    let catalog = try CatalogBench(inMemory: true)
    let future = one("a").day(5_000)
    let event = try #require(try catalog.apply(try feed.publish([future])).last?.decode(EpisodeEvent.self))
    #expect(event.episode.publicationDate == future.publicationDate)
    #expect(event.firstSeen == Date(timeIntervalSince1970: 1_700_000_000))
    let renewed = try #require(
      try catalog.apply(try feed.publish([one("a").day(6_000)])).last?.decode(EpisodeEvent.self))
    #expect(renewed.episode.publicationDate == one("a").day(6_000).publicationDate)
    #expect(renewed.firstSeen == event.firstSeen)
  }

  private func expect(_ sequence: DocumentSequence) throws {
    var ids: [String: String] = [:]
    for variation in SequenceRunner.Variation.all {
      let found = try SequenceRunner(sequence, variation).run()
      if variation == .plain { ids = found }
      // Which of items that share an identifier comes first, may decide how their ids are made.
      if variation.keepsOrder { #expect(found == ids, "\(variation)") }
    }
  }
}
