internal import CastwireBus

/// How much the catalog has, of one feed or of all.
struct CatalogCounts: Codable {
  struct Parameters: Codable {
    let feed: String?
  }

  let podcasts: Int
  let episodes: Int
  let withdrawnEpisodes: Int
  let channels: Int
  let videos: Int
  let withdrawnVideos: Int
  let photostreams: Int
  let photos: Int
  let withdrawnPhotos: Int

  init(_ counts: [EntityKind: CatalogStore.Counts]) {
    let (episodes, videos, photos) = (counts[.episode], counts[.video], counts[.photo])
    podcasts = episodes?.collections ?? 0
    self.episodes = episodes?.entities ?? 0
    withdrawnEpisodes = episodes?.withdrawn ?? 0
    channels = videos?.collections ?? 0
    self.videos = videos?.entities ?? 0
    withdrawnVideos = videos?.withdrawn ?? 0
    photostreams = photos?.collections ?? 0
    self.photos = photos?.entities ?? 0
    withdrawnPhotos = photos?.withdrawn ?? 0
  }
}
