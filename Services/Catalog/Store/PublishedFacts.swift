internal import CastwireBus
internal import Foundation

/// What an entity's newest event says, as far as the tables say it again.
struct PublishedFacts {
  private struct Body: Decodable {
    let identifier: String?
    let title: String?
    let link: String?
    let publicationDate: Date?
    let uploadDate: Date?
    let enclosureURL: String?
    let mediaURL: String?
    let imageURL: String?
    let withdrawn: Bool
    let duplicateOf: String?
  }

  private struct Message: Decodable {
    let episode: Body?
    let video: Body?
    let photo: Body?
    let revision: Int
    let initial: Bool
    let firstSeen: Date?
    let truncated: [String]?
  }

  let revision: Int
  let initial: Bool
  /// In seconds since 1970; nil in events of before it was said.
  let firstSeen: Int?
  /// In seconds since 1970.
  let date: Int?
  let identifier: String?
  let title: String?
  let link: String?
  let file: String?
  let isWithdrawn: Bool
  /// The id of the entity that it is a duplicate of.
  let duplicateOf: String?
  /// Whether something of it was left out, so that the item's names are not known by it.
  let isTruncated: Bool

  /// - Throws: `DecodingError` where the event is none of an entity of that kind.
  init(_ event: Event, _ kind: EntityKind) throws {
    let message = try event.decode(Message.self)
    let body =
      switch kind {
      case .episode: message.episode
      case .video: message.video
      case .photo: message.photo
      }
    guard let body else {
      throw CatalogError.missingEvent(subject: event.subject, sequence: event.sequence)
    }
    revision = message.revision
    initial = message.initial
    firstSeen = message.firstSeen.map(NameHash.second)
    date = (kind == .video ? body.uploadDate : body.publicationDate).map(NameHash.second)
    (identifier, title, link) = (body.identifier, body.title, body.link)
    file =
      switch kind {
      case .episode: body.enclosureURL
      case .video: body.mediaURL
      case .photo: body.imageURL
      }
    (isWithdrawn, duplicateOf) = (body.withdrawn, body.duplicateOf)
    isTruncated = message.truncated?.isEmpty == false
  }

  /// What lists are ordered by: the stated date, unless it is after the first sight.
  func order(firstSeen: Int) -> Int {
    min(date ?? firstSeen, firstSeen)
  }

  /// What it is known by, as far as this alone says it.
  var names: [(rule: NameRule, hash: Int64)] {
    var names: [(NameRule, Int64)] = []
    if let link { names.append((.link, NameHash.link(link))) }
    if let file { names.append((.file, NameHash.file(file))) }
    if let title, let date { names.append((.title, NameHash.title(title, second: date))) }
    return names
  }
}
