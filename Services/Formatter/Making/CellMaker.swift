internal import Castwire
internal import CastwireBus
internal import Foundation

/// Makes cells.
struct CellMaker {
  /// A new number makes all cells anew at the next start: for changed rules of formatting.
  private static let rulesVersion = 2

  private let timeZone: TimeZone

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// What cells depend on beside their facts, their locale and the time.
  var rules: String {
    "\(Self.rulesVersion) \(timeZone.identifier)"
  }

  /// - Parameters:
  ///   - id: the entity's.
  ///   - feed: the id of the entity's feed.
  ///   - channel: what the entity's channel says of itself; nil where it has none, or that is not known.
  func cell(
    of facts: Facts, id: String, feed: String, channel: ChannelSummary?, in locale: LocaleName, now: Date
  ) throws -> MadeCell {
    let context = FormattingContext(locale: locale.locale, timeZone: timeZone, now: now)
    switch facts {
    case .episode(let facts):
      let cell = EpisodeCellViewModel(episode: facts.episode(id: id, feed: feed), context: context)
      return MadeCell(json: try RawJSON(encoding: cell), staleAt: nil, description: cell.description)
    case .video(let facts):
      var video = facts.video(id: id, feed: feed)
      if let channel { video.channel = channel }
      let staleAt = VideoCellViewModel.staleAt(video, in: context)
      return MadeCell(
        json: try RawJSON(encoding: VideoCellViewModel(video: video, context: context)),
        staleAt: staleAt.map { Int($0.timeIntervalSince1970.rounded(.up)) }, description: nil)
    case .photo(let facts):
      let cell = PhotoCellViewModel(photo: facts.photo(id: id, feed: feed))
      return MadeCell(json: try RawJSON(encoding: cell), staleAt: nil, description: nil)
    }
  }
}
