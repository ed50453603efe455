import Castwire
import Foundation
import TestSupport
import Testing

@testable import Catalog

/// Each field of each entity that the catalog publishes, so that none that is added later can be forgotten.
struct ChangedFieldsTests {
  private static let episode = """
    {"id": "1", "podcastID": "2", "identifier": "é 1", "title": "é b", "description": "é b",
    "publicationDate": "2024-05-03T14:30:00Z", "updatedDate": "2024-05-03T14:30:00Z", "duration": 61.1,
    "enclosureURL": "https://x.example/1.mp3?v=1",
    "enclosures": [{"url": "https://x.example/1.mp3?v=1", "type": "é b", "length": 7, "title": "é b", "duration": 61.1}],
    "contentHTML": "<p>é b</p>", "link": "https://x.example/1?v=1", "author": "é b",
    "imageURL": "https://x.example/1.jpg?v=1", "seasonNumber": 1, "episodeNumber": 1, "episodeType": "é b",
    "explicit": false, "chaptersURL": "https://x.example/1.json?v=1",
    "transcripts": [{"url": "https://x.example/1.vtt?v=1", "type": "é b", "language": "é b", "rel": "é b"}],
    "people": [{"name": "é b", "role": "é b", "group": "é b", "imageURL": "https://x.example/é?v=1",
    "link": "https://x.example/é?v=1"}], "categories": ["é b", "é c"], "withdrawn": false, "duplicateOf": "3"}
    """
  private static let video = """
    {"id": "1", "channelID": "2", "identifier": "é 1", "title": "é b", "thumbnailURL": "https://x.example/1.jpg?v=1",
    "numberOfViews": 1, "uploadDate": "2024-05-03T14:30:00Z", "channel": {"name": "é b"}, "duration": 61.1,
    "description": "é b", "link": "https://x.example/1?v=1", "mediaURL": "https://x.example/1.mp4?v=1", "width": 1,
    "height": 1, "withdrawn": false, "duplicateOf": "3"}
    """
  private static let photo = """
    {"id": "1", "streamID": "2", "identifier": "é 1", "title": "é b", "imageURL": "https://x.example/1.jpg?v=1",
    "thumbnailURL": "https://x.example/1-s.jpg?v=1", "dateTaken": "2024-05-03T14:30:00Z",
    "publicationDate": "2024-05-03T14:30:00Z", "author": "é b", "link": "https://x.example/1?v=1", "width": 1,
    "height": 1, "description": "é b", "withdrawn": false, "duplicateOf": "3"}
    """
  private static let diagnostics = #"[{"code": "shared-identifier", "message": "é b", "line": 1}]"#
  private static let podcast = """
    {"id": "1", "feedURL": "http://x.example/feed.xml", "state": "active", "title": "é b", "author": "é b",
    "description": "é b", "primaryGenre": "é b", "artworkURL": "https://x.example/1.jpg?v=1",
    "link": "https://x.example/?v=1", "language": "é b", "explicit": false, "categories": ["é b", "é c"],
    "type": "é b", "podcastGUID": "é b", "diagnostics": \(diagnostics)}
    """
  private static let channel = """
    {"id": "1", "feedURL": "http://x.example/feed.xml", "state": "active", "name": "é b",
    "profileImageURL": "https://x.example/1.jpg?v=1", "link": "https://x.example/?v=1", "description": "é b",
    "diagnostics": \(diagnostics)}
    """
  private static let stream = """
    {"id": "1", "feedURL": "http://x.example/feed.xml", "state": "active", "title": "é b", "author": "é b",
    "link": "https://x.example/?v=1", "diagnostics": \(diagnostics)}
    """

  @Test func `each field of an episode is told by its name alone`() throws {
    try expectEachField(of: try WholeEntity<Episode>(Self.episode), silent: ["id", "podcastID"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  @Test func `each field of a video is told by its name alone, and its channel is none`() throws {
    try expectEachField(of: try WholeEntity<Video>(Self.video), silent: ["id", "channelID", "channel"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  @Test func `each field of a photo is told by its name alone`() throws {
    try expectEachField(of: try WholeEntity<Photo>(Self.photo), silent: ["id", "streamID"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  @Test func `each field of a podcast is told by its name alone`() throws {
    try expectEachField(of: try WholeEntity<Podcast>(Self.podcast), silent: ["id"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  @Test func `each field of a channel is told by its name alone`() throws {
    try expectEachField(of: try WholeEntity<Channel>(Self.channel), silent: ["id"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  @Test func `each field of a photo stream is told by its name alone`() throws {
    try expectEachField(of: try WholeEntity<PhotoStream>(Self.stream), silent: ["id"]) {
      NormalForm.changed(from: $0, to: $1)
    }
  }

  /// - Parameter silent: fields that never change, or whose change others tell of.
  private func expectEachField<Entity: Hashable>(
    of whole: WholeEntity<Entity>, silent: Set<String>, changed: (Entity, Entity) -> [String]
  ) throws {
    let entity = try whole.entity
    let fields = try whole.fields
    try #require(Set(fields) == Set(try #require(whole.json.object).keys), "each field has a value here")
    #expect(changed(entity, entity) == [])
    for field in fields {
      let value = try #require(whole.json[field])
      let names = silent.contains(field) ? [] : [field]
      try #require(!value.others.isEmpty)
      for other in value.others {
        let changedEntity = try whole.with([field: other])
        try #require(changedEntity != entity)
        #expect(changed(entity, changedEntity) == names)
        #expect(changed(changedEntity, entity) == names)
      }
      #expect(changed(entity, try whole.with([field: value.alike])) == [], "\(field)")
      guard isOptional(field, of: entity) else { continue }
      #expect(changed(entity, try whole.with([field: nil])) == names)
      #expect(changed(try whole.with([field: nil]), entity) == names)
      if value.list != nil { #expect(changed(try whole.with([field: .list([])]), try whole.with([field: nil])) == []) }
    }
    try expectOrder(whole, silent: silent, changed: changed)
  }

  /// All at once, in alphabetical order.
  private func expectOrder<Entity: Hashable>(
    _ whole: WholeEntity<Entity>, silent: Set<String>, changed: (Entity, Entity) -> [String]
  ) throws {
    let names = try whole.fields.filter { !silent.contains($0) }.sorted()
    let other = try whole.with(Dictionary(uniqueKeysWithValues: names.map { ($0, whole.json[$0]?.others.first) }))
    #expect(changed(try whole.entity, other) == names)
  }

  private func isOptional(_ field: String, of entity: Any) -> Bool {
    let value = Mirror(reflecting: entity).children.first { $0.label == field }?.value
    return value.map { Mirror(reflecting: $0).displayStyle == .optional } ?? false
  }
}
