internal import Castwire
internal import CastwireBus

/// A cell as the formatter lists it or publishes it.
struct ListedCell: Identifiable, Equatable, Sendable {
  /// The id of what the cell shows.
  let id: String
  let kind: CellKind
  let locale: String
  /// The id of the feed.
  let feed: String
  let texts: CellTexts
  /// As the formatter sent it.
  let json: [UInt8]

  private struct Content: Decodable {
    let kind: CellKind
    let locale: String
    let entity: String
    let feed: String?
    let texts: CellTexts

    private enum CodingKeys: String, CodingKey {
      case kind, locale, entity, feed, cell
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kind = try container.decode(CellKind.self, forKey: .kind)
      locale = try container.decode(String.self, forKey: .locale)
      entity = try container.decode(String.self, forKey: .entity)
      feed = try container.decodeIfPresent(String.self, forKey: .feed)
      texts =
        switch kind {
        case .episode: CellTexts(try container.decode(EpisodeCellViewModel.self, forKey: .cell))
        case .video: CellTexts(try container.decode(VideoCellViewModel.self, forKey: .cell))
        case .photo: CellTexts(try container.decode(PhotoCellViewModel.self, forKey: .cell))
        }
    }
  }

  /// An item of `cells.list`.
  init(json: [UInt8]) throws {
    self.init(try BusCoder.decode(Content.self, from: json), feed: nil, json: json)
  }

  /// What `cell.<locale>.updated` says.
  init(_ event: Event) throws {
    self.init(try event.decode(Content.self), feed: event.partitionKey, json: Array(event.data))
  }

  private init(_ content: Content, feed: String?, json: [UInt8]) {
    id = content.entity
    kind = content.kind
    locale = content.locale
    self.feed = feed ?? content.feed ?? ""
    texts = content.texts
    self.json = json
  }
}
