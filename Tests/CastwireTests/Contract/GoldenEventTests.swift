import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// Events of version 1 as they were once written, one of each type: every later build must still read them.
///
/// A type without one gets it with CASTWIRE_WRITE_GOLDEN=1 in the environment. A file that is there is never written
/// again: where a test here fails, readers elsewhere fail as well.
struct GoldenEventTests {
  private static let folder = Contract.root.appending(path: "Tests/CastwireTests/Golden/v1")

  /// The types of version 1 as family and verb, with what `Examples` says of them.
  private static let data: [String: any Codable & Hashable & Sendable] = {
    var data: [String: any Codable & Hashable & Sendable] = [:]
    for verb in FeedEvent.Verb.allCases {
      data["feed.\(verb)"] = FeedEvent(
        feed: Examples.feed, document: 17, reason: "moved for good", changed: ["title"], purge: false,
        truncated: ["description"])
    }
    for verb in ItemEvent.Verb.allCases {
      data["item.\(verb)"] = ItemEvent(
        feed: Examples.feedID, document: 17, item: Examples.item, initial: true, identifierCount: 2, linkCount: 1,
        enclosureCount: 3, truncated: ["contentHTML"])
    }
    data["item.left"] = ItemLeftEvent(feed: Examples.feedID, document: 18, reason: .window)
    for verb in PodcastEvent.Verb.allCases {
      data["podcast.\(verb)"] = PodcastEvent(
        podcast: Examples.podcast, revision: 3, changed: ["title"], initial: false, truncated: ["description"])
    }
    for verb in EpisodeEvent.Verb.allCases {
      data["episode.\(verb)"] = EpisodeEvent(
        episode: Examples.episode, revision: 2, changed: ["title"], initial: true, firstSeen: Examples.date,
        matchedBy: "link", truncated: ["people"])
    }
    for verb in ChannelEvent.Verb.allCases {
      data["channel.\(verb)"] = ChannelEvent(
        channel: Examples.channel, revision: 3, changed: ["name"], initial: false, truncated: ["description"])
    }
    for verb in VideoEvent.Verb.allCases {
      data["video.\(verb)"] = VideoEvent(
        video: Examples.video, revision: 2, changed: ["numberOfViews"], initial: true, firstSeen: Examples.date,
        matchedBy: "link", truncated: ["description"])
    }
    for verb in PhotoStreamEvent.Verb.allCases {
      data["photostream.\(verb)"] = PhotoStreamEvent(
        photoStream: Examples.photoStream, revision: 3, changed: ["title"], initial: false, truncated: ["author"])
    }
    for verb in PhotoEvent.Verb.allCases {
      data["photo.\(verb)"] = PhotoEvent(
        photo: Examples.photo, revision: 2, changed: ["title"], initial: true, firstSeen: Examples.date,
        matchedBy: "link", truncated: ["description"])
    }
    for family in ["channel", "photostream"] {
      data["\(family).removed"] = RemovedEvent(duplicateOf: Examples.feedID)
    }
    data["video.removed"] = RemovedEvent(duplicateOf: Examples.videoID)
    data["photo.removed"] = RemovedEvent(duplicateOf: Examples.photoID)
    data["podcast.removed"] = RemovedEvent(duplicateOf: Examples.feedID)
    data["episode.removed"] = RemovedEvent(duplicateOf: Examples.episodeID)
    data["cell.updated"] = CellEvent(
      kind: .episode, locale: "en_US", cell: ModelSchemaTests.cell(Examples.episode), entity: Examples.episodeID,
      staleAt: Examples.date, reason: .new, initial: false)
    data["cell.removed"] = CellRemovedEvent(kind: .episode, locale: "en_US", entity: Examples.episodeID)
    return data
  }()

  static let types = data.keys.sorted()

  private static func example(_ type: String) -> any Codable & Hashable & Sendable {
    guard let example = data[type] else { preconditionFailure("'types' are the keys of 'data'") }
    return example
  }

  private static func file(_ type: String) -> URL {
    folder.appending(path: "\(type).json")
  }

  private static func golden(_ type: String) throws -> (event: Event, json: AnyJSON) {
    let bytes = try Data(contentsOf: file(type))
    return (try Event(json: Array(bytes)), try AnyJSON(bytes))
  }

  @Test func `each type has a golden event, and there are no others`() throws {
    if ProcessInfo.processInfo.environment["CASTWIRE_WRITE_GOLDEN"] != nil {
      for type in Self.types where !FileManager.default.fileExists(atPath: Self.file(type).path) {
        try Data(try Self.written(type) + [UInt8(ascii: "\n")]).write(to: Self.file(type))
      }
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(files.sorted() == Self.types.map { "\($0).json" })
  }

  @Test(arguments: types)
  func `its envelope is read`(type: String) throws {
    let (event, json) = try Self.golden(type)
    #expect(event.service == "catalog")
    #expect(event.log == "0e4c4f43-8f2c-4a53-8bb1-4f1bd1c3aa52")
    #expect(event.sequence == Position(17))
    #expect(event.previous == Position(16))
    #expect(event.type == "castwire.\(type).v1")
    #expect(event.familyAndVerb.map { "\($0.family).\($0.verb)" } == type)
    #expect(event.subject == Examples.episodeID)
    #expect(event.time == Timestamp(rawValue: 1_714_746_600_125))
    #expect(event.partitionKey == Examples.feedID)
    #expect(event.traceparent == "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    #expect(try AnyJSON(event.data) == json["data"])
  }

  @Test(arguments: types)
  func `its data is read field by field, and written again says the same`(type: String) throws {
    let (event, json) = try Self.golden(type)
    try Self.expect(Self.example(type), in: event, saying: try #require(json["data"]))
  }

  private static func expect<Value: Codable & Hashable>(
    _ example: Value, in event: Event, saying golden: AnyJSON
  ) throws {
    let value = try event.decode(Value.self)
    let json = try BusCoder.encode(value)
    #expect(try AnyJSON(json) == golden)
    #expect(try BusCoder.decode(Value.self, from: json) == value)
    #expect(try BusCoder.encode(try BusCoder.decode(Value.self, from: json)) == json)
    expectSameFields(value, example, at: "data")
    // What a later version adds is ignored, wherever it stands.
    let extended = String(decoding: event.json, as: UTF8.self)
      .replacing("{\"", with: "{\"ofTheFuture\":{\"deep\":[1,null]},\"")
    #expect(try Event(json: Array(extended.utf8)).decode(Value.self) == value)
  }

  /// That what was read has in each of its fields what `Examples` has there. Fields that are newer than the golden event
  /// are nil; words that a locale makes change with its data and are compared below.
  private static func expectSameFields(_ value: Any, _ example: Any, at path: String) {
    guard !(value is EpisodeCellViewModel) else { return }
    let (fields, expected) = (Mirror(reflecting: value), Mirror(reflecting: example))
    guard fields.displayStyle != .optional || !fields.children.isEmpty else { return }
    guard !fields.children.isEmpty, !(value is Date) else {
      #expect("\(value)" == "\(example)", "\(path)")
      return
    }
    #expect(fields.children.count == expected.children.count, "\(path)")
    for (field, other) in zip(fields.children, expected.children) {
      expectSameFields(field.value, other.value, at: "\(path).\(field.label ?? "[]")")
    }
  }

  @Test func `a golden cell has its words`() throws {
    let cell = try Self.golden("cell.updated").event.decode(CellEvent<EpisodeCellViewModel>.self).cell
    #expect(cell.title == "Low water")
    #expect(cell.info == "1 hr, 42 min, 28 sec • 5/3/24")
    #expect(cell.description == "Line\nnext")
  }

  @Test func `golden events are valid by the schemas of today`() async throws {
    let cases = try Self.types.flatMap { type in
      let event = try Self.golden(type).event
      return [
        SchemaValidator.Case(schema: Contract.message(ofType: event.type), json: event.json),
        SchemaValidator.Case(
          schema: EventType.schema(family: String(type.prefix { $0 != "." })), json: Array(event.data)),
      ]
    }
    #expect(cases.count == 76)
    let problems = try await SchemaValidator.problems(in: cases)
    #expect(problems == [])
  }

  private static func written(_ type: String) throws -> [UInt8] {
    let words = type.split(separator: ".").map(String.init)
    return EventDraft(
      family: words[0], topic: Topic(family: words[0], feed: Examples.feedID, verb: words[1]),
      type: EventType.name(family: words[0], verb: words[1]), subject: Examples.episodeID,
      partitionKey: Examples.feedID, schema: EventType.schema(family: words[0]),
      causationID: "castwire://feed-ingest/5d1f9a53-6a0c-4a8e-9d39-0c3a1f0d7e11#\(Position(9))",
      traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", data: try BusCoder.encode(example(type))
    ).json(
      source: "castwire://catalog/0e4c4f43-8f2c-4a53-8bb1-4f1bd1c3aa52", sequence: Position(17),
      previous: Position(16), time: Timestamp(rawValue: 1_714_746_600_125))
  }
}
