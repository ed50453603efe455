internal import Castwire

/// What of a photo its cells are made from.
struct PhotoFacts: Codable, Hashable {
  var title: String?
  var imageURL: String?
  var thumbnailURL: String?

  init(_ photo: Photo) {
    title = photo.title
    imageURL = photo.imageURL
    thumbnailURL = photo.thumbnailURL
  }

  func photo(id: String, feed: String) -> Photo {
    var photo = Photo(id: id, streamID: feed, item: FeedItem())
    photo.title = title
    photo.imageURL = imageURL
    photo.thumbnailURL = thumbnailURL
    return photo
  }
}
