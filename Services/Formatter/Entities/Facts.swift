internal import Castwire
internal import CastwireBus

/// What an entity's cells are made from, in any locale and at any time. It is kept, so that cells can be made anew without
/// the catalog, and exactly: from what the catalog said, not from words that were published.
enum Facts: Hashable {
  /// A new number has the whole state of the catalog taken in again at the next start: for facts that were not kept.
  static let version = 1

  case episode(EpisodeFacts)
  case video(VideoFacts)
  case photo(PhotoFacts)

  /// - Parameter json: as it is stored.
  init(kind: CellKind, json: [UInt8]) throws {
    self =
      switch kind {
      case .episode: .episode(try BusCoder.decode(EpisodeFacts.self, from: json))
      case .video: .video(try BusCoder.decode(VideoFacts.self, from: json))
      case .photo: .photo(try BusCoder.decode(PhotoFacts.self, from: json))
      }
  }

  var kind: CellKind {
    switch self {
    case .episode: .episode
    case .video: .video
    case .photo: .photo
    }
  }

  /// As it is stored beside the cells that were made of it.
  func json(beside cells: [MadeCell]) throws -> [UInt8] {
    switch self {
    case .episode(var facts):
      if facts.description != nil, !cells.isEmpty, cells.allSatisfy({ $0.description == facts.description }) {
        facts.description = nil
        facts.isDescribedByCell = true
      }
      return try BusCoder.encode(facts)
    case .video(let facts): return try BusCoder.encode(facts)
    case .photo(let facts): return try BusCoder.encode(facts)
    }
  }
}
