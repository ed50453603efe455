internal import Castwire
internal import CastwireBus
internal import Foundation

/// What the catalog has under an id (`entity.get`), as far as a terminal shows it.
struct ShownEntity: Decodable {
  private enum CodingKeys: String, CodingKey {
    case kind, feed, revision, time, firstSeen, order, present, entity
  }

  private enum Entity {
    case episode(Episode)
    case video(Video)
    case photo(Photo)
  }

  let kind: CellKind
  let feed: String
  let revision: Int
  /// When its newest event was published.
  let time: Timestamp
  let firstSeen: Date
  let order: Date
  /// Whether the feed's newest document has it.
  let present: Bool
  private let entity: Entity

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(CellKind.self, forKey: .kind)
    feed = try container.decode(String.self, forKey: .feed)
    revision = try container.decode(Int.self, forKey: .revision)
    time = try container.decode(Timestamp.self, forKey: .time)
    firstSeen = try container.decode(Date.self, forKey: .firstSeen)
    order = try container.decode(Date.self, forKey: .order)
    present = try container.decode(Bool.self, forKey: .present)
    entity =
      switch kind {
      case .episode: .episode(try container.decode(Episode.self, forKey: .entity))
      case .video: .video(try container.decode(Video.self, forKey: .entity))
      case .photo: .photo(try container.decode(Photo.self, forKey: .entity))
      }
  }

  /// Its id, which is another than the one that was asked for where two feeds were one.
  var id: String {
    switch entity {
    case .episode(let episode): episode.id
    case .video(let video): video.id
    case .photo(let photo): photo.id
    }
  }

  var title: String {
    let title =
      switch entity {
      case .episode(let episode): episode.title
      case .video(let video): video.title
      case .photo(let photo): photo.title
      }
    return title ?? "<untitled>"
  }

  /// What there is to say of it, a name and a value each.
  ///
  /// - Parameter source: the title of what it is in.
  func fields(source: String?) -> FieldLines {
    var lines = FieldLines()
    lines.add("id", id)
    lines.add(kind.sourceNoun, source.map { "\($0) (\(feed))" } ?? feed)
    switch entity {
    case .episode(let episode): add(episode, to: &lines)
    case .video(let video): add(video, to: &lines)
    case .photo(let photo): add(photo, to: &lines)
    }
    lines.add("first seen", UniversalTime.text(firstSeen))
    lines.add("listed at", UniversalTime.text(order))
    lines.add("revision", "\(revision), of \(UniversalTime.text(time))")
    if !present { lines.add("in the feed", "no more") }
    return lines
  }

  private func add(_ episode: Episode, to lines: inout FieldLines) {
    addState(episode.withdrawn, episode.duplicateOf, to: &lines)
    lines.add("author", episode.author)
    lines.add("published", episode.publicationDate.map(UniversalTime.text))
    lines.add("updated", episode.updatedDate.map(UniversalTime.text))
    lines.add("length", Self.length(episode.duration))
    lines.add("season", episode.seasonNumber.map(String.init))
    lines.add("episode", episode.episodeNumber.map(String.init))
    lines.add("link", episode.link, .cyan)
    lines.add("file", episode.enclosureURL, .cyan)
    lines.add("identifier", episode.identifier)
    lines.add("description", episode.description)
  }

  private func add(_ video: Video, to lines: inout FieldLines) {
    addState(video.withdrawn, video.duplicateOf, to: &lines)
    lines.add("published", video.uploadDate.map(UniversalTime.text))
    lines.add("length", Self.length(video.duration))
    lines.add("views", video.numberOfViews.map(String.init))
    lines.add("link", video.link, .cyan)
    lines.add("file", video.mediaURL, .cyan)
    lines.add("identifier", video.identifier)
    lines.add("description", video.description)
  }

  private func add(_ photo: Photo, to lines: inout FieldLines) {
    addState(photo.withdrawn, photo.duplicateOf, to: &lines)
    lines.add("author", photo.author)
    lines.add("taken", photo.dateTaken.map(UniversalTime.text))
    lines.add("published", photo.publicationDate.map(UniversalTime.text))
    lines.add("link", photo.link, .cyan)
    lines.add("picture", photo.imageURL, .cyan)
    lines.add("identifier", photo.identifier)
    lines.add("description", photo.description)
  }

  private func addState(_ isWithdrawn: Bool, _ duplicateOf: String?, to lines: inout FieldLines) {
    if isWithdrawn { lines.add("withdrawn", "the publisher took it out", .yellow) }
    lines.add("duplicate", duplicateOf.map { "of \($0), which another feed had before" }, .yellow)
  }

  private static func length(_ seconds: Double?) -> String? {
    seconds.map { Duration.seconds($0).formatted(.time(pattern: .hourMinuteSecond)) }
  }
}
