import Castwire
import CastwireBus
import Foundation
import TestSupport

/// A catalog's channels, videos and photos, which change at random: the same for the same seed.
struct ChangingMedia {
  private static let channelIDs = (0..<3).map { "\($0)d3f9e4a-4e5b-5c6d-8e7f-0123456789ab" }
  private static let streamID = "bab2ba12-9757-5da6-a770-0e70e6bcf214"

  private let start: Date
  private var random: SeededGenerator
  private var nextNumber = 0
  private(set) var channels: [String: Channel] = [:]
  private(set) var videos: [String: Video] = [:]
  private(set) var photos: [String: Photo] = [:]

  /// - Parameter start: videos came before it, but for some.
  init(seed: UInt64, start: Date) {
    random = SeededGenerator(seed: seed, stream: "media")
    self.start = start
  }

  /// So much more of each kind, and of each channel another name.
  mutating func add(videos videoCount: Int, photos photoCount: Int) throws -> [EventDraft] {
    try (0..<videoCount).map { _ in try addVideo() } + (0..<photoCount).map { _ in try addPhoto() }
      + Self.channelIDs.map { try rename($0) }
  }

  /// Some changes.
  mutating func change() throws -> [EventDraft] {
    try (0..<random.below(40)).map { _ in
      switch random.below(10) {
      case 0: try addVideo()
      case 1: try addPhoto()
      case 2: try rename(Self.channelIDs[random.below(Self.channelIDs.count)])
      case 3: try changePhoto()
      case 4: try removeVideo()
      default: try changeVideo()
      }
    }
  }

  private mutating func addVideo() throws -> EventDraft {
    nextNumber += 1
    // From seconds to ten years old, most of them young, as a channel's are.
    let age = pow(86_400 * 3_650, Double.random(in: 0...1, using: &random))
    let uploaded: Date? =
      switch random.below(12) {
      case 0: nil
      case 1: start + age.rounded()
      default: start - age.rounded()
      }
    let video = video(
      nextNumber, title: "Video \(nextNumber)", views: random.isOnce(in: 8) ? nil : random.below(5_000),
      uploaded: uploaded, channel: Self.channelIDs[random.below(Self.channelIDs.count)])
    videos[video.id] = video
    return try draft(.added, video)
  }

  /// Few values in turn, so that it often comes to read as it did before.
  private mutating func changeVideo() throws -> EventDraft {
    guard var video = anyVideo() else { return try addVideo() }
    let isViewed = random.isOnce(in: 2)
    if isViewed { video.numberOfViews = random.below(3) } else { video.title = "Title \(random.below(3))" }
    videos[video.id] = video
    return try draft(isViewed ? .viewed : .updated, video)
  }

  private mutating func removeVideo() throws -> EventDraft {
    guard let video = anyVideo() else { return try addVideo() }
    videos[video.id] = nil
    return try draft(.removed, video)
  }

  private mutating func anyVideo() -> Video? {
    videos.isEmpty ? nil : videos[videos.keys.sorted()[random.below(videos.count)]]
  }

  private mutating func addPhoto() throws -> EventDraft {
    nextNumber += 1
    var item = FeedItem()
    item.title = "Photo \(nextNumber)"
    item.imageURL = "https://example.com/\(nextNumber).jpg"
    let photo = Photo(
      id: Identity.entityID(feedID: Self.streamID, identifier: "\(nextNumber)"), streamID: Self.streamID, item: item)
    photos[photo.id] = photo
    return try draft(.added, photo)
  }

  private mutating func changePhoto() throws -> EventDraft {
    guard !photos.isEmpty, var photo = photos[photos.keys.sorted()[random.below(photos.count)]] else {
      return try addPhoto()
    }
    if random.isOnce(in: 3) {
      photos[photo.id] = nil
      return try draft(.removed, photo)
    }
    photo.title = "Title \(random.below(3))"
    photos[photo.id] = photo
    return try draft(.updated, photo)
  }

  private mutating func rename(_ id: String) throws -> EventDraft {
    let verb: ChannelEvent.Verb = channels[id] == nil ? .added : .updated
    let channel = channel(id, name: "Name\(random.below(3))")
    channels[id] = channel
    return try draft(verb, channel)
  }
}

extension ChangingMedia {
  /// A cell as it must be, of whichever kind.
  enum Cell: Hashable {
    case video(VideoCellViewModel, staleAt: Date?)
    case photo(PhotoCellViewModel)
  }

  /// What the view models make of all that there is, by locale and id.
  func cells(in locales: [String], timeZone: String, now: Date) throws -> [String: Cell] {
    var cells: [String: Cell] = [:]
    for locale in locales {
      let context = FormattingContext(
        locale: try LocaleName(locale).locale, timeZone: TimeZone(identifier: timeZone) ?? .gmt, now: now)
      for var video in videos.values {
        if let channel = channels[video.channelID] { video.channel = ChannelSummary(channel) }
        cells["\(locale) \(video.id)"] = .video(
          VideoCellViewModel(video: video, context: context), staleAt: VideoCellViewModel.staleAt(video, in: context))
      }
      for photo in photos.values { cells["\(locale) \(photo.id)"] = .photo(PhotoCellViewModel(photo: photo)) }
    }
    return cells
  }
}
