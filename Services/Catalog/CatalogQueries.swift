internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Answers the catalog's read requests from its tables and its log; entities go out as the bytes that were committed.
struct CatalogQueries: ServiceReader {
  struct PodcastList: Codable {
    let before: String?
    let limit: Int?
  }

  struct EpisodeList: Codable {
    let podcast: String?
    let withdrawn: Bool?
    let before: String?
    let limit: Int?
  }

  struct ByID: Codable {
    let id: String
  }

  private let store: CatalogStore
  private let log: any ReadableLog
  private let search: SearchIndex?

  /// - Parameter search: what answers `search`; nil for a catalog without it.
  init(store: CatalogStore, log: any ReadableLog, search: SearchIndex? = nil) {
    self.store = store
    self.log = log
    self.search = search
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "podcasts.list": return try podcasts(try request.decode(PodcastList.self))
    case "episodes.list": return try episodes(try request.decode(EpisodeList.self))
    case "podcast.get":
      let id = try request.decode(ByID.self).id
      guard let entry = try store.podcast(id) else { throw RequestError(.notFound, "there is no podcast \(id)") }
      return try entity("podcast", at: entry.sequence)
    case "episode.get":
      let id = try request.decode(ByID.self).id
      guard let entry = try store.episode(id) else { throw RequestError(.notFound, "there is no episode \(id)") }
      return try entity("episode", at: entry.sequence)
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

  private func podcasts(_ parameters: PodcastList) throws -> [UInt8] {
    var page = try ListPage(limit: parameters.limit)
    guard let place = parameters.before.map(Int.init) ?? Int.max else {
      throw RequestError(.badRequest, "\"before\" is no cursor of this list: \(parameters.before ?? "")")
    }
    try store.forEachPodcast(before: place, limit: page.limit + 1) { place, sequence in
      page.add(try entity("podcast", at: sequence), cursor: "\(place)")
    }
    return page.json
  }

  private func episodes(_ parameters: EpisodeList) throws -> [UInt8] {
    if let podcast = parameters.podcast, try store.podcast(podcast) == nil {
      throw RequestError(.notFound, "there is no podcast \(podcast)")
    }
    var page = try ListPage(limit: parameters.limit)
    try store.forEachEpisode(
      ofPodcast: parameters.podcast, withdrawn: parameters.withdrawn,
      before: try parameters.before.map { try ListPlace(cursor: $0) },
      limit: page.limit + 1
    ) { entry in
      page.add(
        try entity("episode", at: entry.sequence), cursor: ListPlace(order: entry.order, id: entry.id).description)
    }
    return page.json
  }

  private func entity(_ kind: StaticString, at sequence: Position) throws -> [UInt8] {
    guard let event = try log.event(at: sequence) else {
      throw CatalogError.missingEvent(subject: "\(kind)", sequence: sequence)
    }
    return try event.entity(kind)
  }
}
