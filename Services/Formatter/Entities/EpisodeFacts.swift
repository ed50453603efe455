internal import Castwire
internal import Foundation

/// What of an episode its cells are made from.
struct EpisodeFacts: Codable, Hashable {
  var title: String?
  /// nil in the store, too, where `isDescribedByCell`.
  var description: String?
  var publicationDate: Date?
  /// In seconds.
  var duration: Double?
  /// True in the store where the newest cell shows the description as it is. It is most of what an episode has, and stands
  /// in the log already.
  var isDescribedByCell: Bool?

  init(_ episode: Episode) {
    title = episode.title
    description = episode.description
    // As it comes back from the store.
    publicationDate = episode.publicationDate?.wholeSeconds
    duration = episode.duration
  }

  func episode(id: String, feed: String) -> Episode {
    var item = FeedItem()
    item.title = title
    item.description = description
    item.publicationDate = publicationDate
    item.duration = duration
    return Episode(id: id, podcastID: feed, item: item)
  }
}

extension Date {
  /// The second that it falls in: the line has no fractions of one.
  var wholeSeconds: Date {
    Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.down))
  }
}
