internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// What a list of entities is asked for with.
protocol EntityList: Codable {
  /// The feed whose they are to be; nil for all.
  var feed: String? { get }
  var withdrawn: Bool? { get }
  var before: String? { get }
  var limit: Int? { get }
}

/// Answers the catalog's read requests from its tables and its log; entities go out as the bytes that were committed.
struct CatalogQueries: ServiceReader {
  struct CollectionList: Codable {
    let before: String?
    let limit: Int?
  }

  struct EpisodeList: EntityList {
    let podcast: String?
    let withdrawn: Bool?
    let before: String?
    let limit: Int?

    var feed: String? { podcast }
  }

  struct VideoList: EntityList {
    let channel: String?
    let withdrawn: Bool?
    let before: String?
    let limit: Int?

    var feed: String? { channel }
  }

  struct PhotoList: EntityList {
    let stream: String?
    let withdrawn: Bool?
    let before: String?
    let limit: Int?

    var feed: String? { stream }
  }

  struct ByID: Codable {
    let id: String
  }

  private let store: CatalogStore
  private let log: any ReadableLog
  private let search: SearchIndex?
  private let entityQueries: EntityQueries

  /// - Parameter search: what answers `search`; nil for a catalog without it.
  init(store: CatalogStore, log: any ReadableLog, search: SearchIndex? = nil) {
    self.store = store
    self.log = log
    self.search = search
    entityQueries = EntityQueries(store: store, log: log)
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "podcasts.list": return try collections(.episode, request)
    case "channels.list": return try collections(.video, request)
    case "photostreams.list": return try collections(.photo, request)
    case "episodes.list": return try entities(.episode, try request.decode(EpisodeList.self))
    case "videos.list": return try entities(.video, try request.decode(VideoList.self))
    case "photos.list": return try entities(.photo, try request.decode(PhotoList.self))
    case "podcast.get": return try collection(.episode, request)
    case "channel.get": return try collection(.video, request)
    case "photostream.get": return try collection(.photo, request)
    case "episode.get": return try entity(.episode, request)
    case "video.get": return try entity(.video, request)
    case "photo.get": return try entity(.photo, request)
    case "episode.revisions": return try entityQueries.revisions(.episode, request)
    case "video.revisions": return try entityQueries.revisions(.video, request)
    case "photo.revisions": return try entityQueries.revisions(.photo, request)
    case "entity.get": return try entityQueries.entity(request)
    case "entity.why": return try entityQueries.decisions(request)
    case "counts": return try counts(request)
    case "feed.keeping": return try KeepRequests.keeping(request, store: store)
    case "search":
      guard let search else { throw RequestError(.unavailable, "this catalog has no search") }
      return try search.find(try request.decode(SearchIndex.Parameters.self))
    default:
      throw RequestError(.unknownRequest, "catalog knows no request '\(request.name)'")
    }
  }

  func interrupt() {
    search?.interrupt()
  }

  // MARK: Collections

  private func collections(_ kind: EntityKind, _ request: Request) throws -> [UInt8] {
    let parameters = try request.decode(CollectionList.self)
    var page = try ListPage(limit: parameters.limit)
    guard let place = parameters.before.map(Int.init) ?? Int.max else {
      throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(parameters.before ?? "")")
    }
    try store.forEachCollection(kind, before: place, limit: page.limit + 1) { place, sequence in
      page.add(try entity(kind.collectionFamily, at: sequence), cursor: "\(place)")
    }
    return page.json
  }

  private func collection(_ kind: EntityKind, _ request: Request) throws -> [UInt8] {
    let id = try request.decode(ByID.self).id
    guard let feed = try store.feed(id), let row = try store.collection(feed.number, kind) else {
      throw RequestError(.notFound, "there is no \(kind.collectionName) \(id)")
    }
    return try entity(kind.collectionFamily, at: row.sequence)
  }

  // MARK: Entities

  private func entities(_ kind: EntityKind, _ parameters: some EntityList) throws -> [UInt8] {
    var feed: Int?
    if let id = parameters.feed {
      feed = try store.feed(id)?.number
      guard let number = feed, try store.collection(number, kind) != nil else {
        throw RequestError(.notFound, "there is no \(kind.collectionName) \(id)")
      }
    }
    var page = try ListPage(limit: parameters.limit)
    try store.forEach(
      kind, feed: feed, withdrawn: parameters.withdrawn,
      before: try parameters.before.map { try ListPlace(cursor: $0) },
      limit: page.limit + 1
    ) { row in
      page.add(
        try entity(kind.family, at: row.sequence), cursor: ListPlace(order: row.order, id: "\(row.number)").description)
    }
    return page.json
  }

  private func entity(_ kind: EntityKind, _ request: Request) throws -> [UInt8] {
    try entityQueries.entity(try request.decode(ByID.self).id, kind).json
  }

  private func entity(_ name: StaticString, at sequence: Position) throws -> [UInt8] {
    guard let event = try log.event(at: sequence) else {
      throw CatalogError.missingEvent(subject: "a \(name)", sequence: sequence)
    }
    return try event.entity(name)
  }

  private func counts(_ request: Request) throws -> [UInt8] {
    let feed = try request.decode(CatalogCounts.Parameters.self).feed.map { id in
      guard let feed = try store.feed(id) else { throw RequestError(.notFound, "there is no feed \(id)") }
      return feed.number
    }
    return try BusCoder.encode(CatalogCounts(try store.counts(feed: feed)))
  }
}

extension EntityKind {
  /// What a person calls a feed with such entities.
  var collectionName: String {
    switch self {
    case .episode: "podcast"
    case .video: "channel"
    case .photo: "photo stream"
    }
  }
}
