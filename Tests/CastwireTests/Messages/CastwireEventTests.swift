import Castwire
import CastwireBus
import MessageCoding
import Testing

/// What an event says, by its family and verb.
struct CastwireEventTests {
  private func event(_ type: String, _ data: some Encodable) throws -> Event {
    let draft = EventDraft(
      family: "x", topic: Topic(text: "x"), type: type, subject: "s", partitionKey: "f", schema: "urn:x",
      data: try BusCoder.encode(data))
    return try Event(
      json: draft.json(
        source: "castwire://catalog/log", sequence: Position(1), previous: Position(0), time: Timestamp(rawValue: 0)))
  }

  private func value(_ type: String, _ data: some Encodable) throws -> CastwireEvent {
    try event(type, data).castwireEvent()
  }

  @Test(arguments: EpisodeEvent.Verb.allCases)
  func `an episode's event is one by its verb`(verb: EpisodeEvent.Verb) throws {
    let type = EventType.name(family: "episode", verb: verb.rawValue)
    guard verb == .removed else {
      let message = EpisodeEvent(episode: Examples.episode, revision: 2, changed: ["title"], initial: false)
      return #expect(try value(type, message) == .episode(verb, message))
    }
    #expect(try value(type, RemovedEvent(duplicateOf: "o")) == .episodeRemoved(RemovedEvent(duplicateOf: "o")))
  }

  @Test func `channels, videos and photos are their own types`() throws {
    let channel = ChannelEvent(channel: Examples.channel, revision: 1, changed: [], initial: true)
    #expect(try value("castwire.channel.updated.v1", channel) == .channel(.updated, channel))
    #expect(try value("castwire.channel.removed.v1", RemovedEvent()) == .channelRemoved(RemovedEvent()))
    let video = VideoEvent(video: Examples.video, revision: 1, changed: ["numberOfViews"], initial: false)
    #expect(try value("castwire.video.viewed.v1", video) == .video(.viewed, video))
    #expect(try value("castwire.video.removed.v1", RemovedEvent()) == .videoRemoved(RemovedEvent()))
    let stream = PhotoStreamEvent(photoStream: Examples.photoStream, revision: 1, changed: [], initial: true)
    #expect(try value("castwire.photostream.added.v1", stream) == .photoStream(.added, stream))
    #expect(try value("castwire.photostream.removed.v1", RemovedEvent()) == .photoStreamRemoved(RemovedEvent()))
    let photo = PhotoEvent(photo: Examples.photo, revision: 1, changed: [], initial: true)
    #expect(try value("castwire.photo.restored.v1", photo) == .photo(.restored, photo))
    #expect(try value("castwire.photo.removed.v1", RemovedEvent()) == .photoRemoved(RemovedEvent()))
  }

  @Test func `a cell is one by its kind`() throws {
    let episode = ModelSchemaTests.cellUpdated(Examples.episode, nil)
    #expect(try value("castwire.cell.updated.v1", episode) == .cell(episode))
    let video = CellEvent(
      kind: .video, locale: "en_US", cell: Examples.videoCell, entity: "e", staleAt: Examples.date, reason: .stale,
      initial: false)
    #expect(try value("castwire.cell.updated.v1", video) == .videoCell(video))
    let photo = CellEvent(
      kind: .photo, locale: "en_US", cell: Examples.photoCell, entity: "e", reason: .new, initial: false)
    #expect(try value("castwire.cell.updated.v1", photo) == .photoCell(photo))
  }

  @Test func `the other families are their own types`() throws {
    let podcast = PodcastEvent(podcast: Examples.podcast, revision: 1, changed: [], initial: true)
    #expect(try value("castwire.podcast.added.v1", podcast) == .podcast(.added, podcast))
    #expect(try value("castwire.podcast.removed.v1", RemovedEvent()) == .podcastRemoved(RemovedEvent()))
    let feed = FeedEvent(feed: Examples.feed, document: 3)
    #expect(try value("castwire.feed.updated.v1", feed) == .feed(.updated, feed))
    let item = ItemEvent(
      feed: "f", document: 1, item: Examples.item, initial: false, identifierCount: 1, linkCount: 1, enclosureCount: 1)
    #expect(try value("castwire.item.seen.v1", item) == .item(.seen, item))
    let left = ItemLeftEvent(feed: "f", document: 2, reason: .missing)
    #expect(try value("castwire.item.left.v1", left) == .itemLeft(left))
    let removed = CellRemovedEvent(kind: .episode, locale: "en_US", entity: "e")
    #expect(try value("castwire.cell.removed.v1", removed) == .cellRemoved(removed))
  }

  @Test(arguments: [
    "castwire.episode.added.v2", "castwire.episode.sung.v1", "castwire.hologram.added.v1", "example.episode.added.v1",
    "castwire.cell.updated.v1", "",
  ])
  func `what this version does not know is passed over`(type: String) throws {
    #expect(try value(type, ["kind": "hologram"]) == .unknown)
  }

  @Test func `an event that is not what its type says names the field`() throws {
    let error = #expect(throws: DecodingError.self) { try value("castwire.episode.added.v1", ["revision": 1]) }
    #expect("\(try #require(error))".contains("episode"))
  }
}
