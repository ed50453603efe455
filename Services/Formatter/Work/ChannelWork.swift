internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Makes the cells of a channel's videos anew where the channel has another name or picture.
final class ChannelWork {
  private static let step = LocaleWork.step

  private let store: CellStore
  private let publisher: CellPublisher
  private let locales: [LocaleName]
  private var task: CellStore.ChannelTask?

  init(store: CellStore, publisher: CellPublisher, locales: [LocaleName]) throws {
    self.store = store
    self.publisher = publisher
    self.locales = locales
    task = try store.channelTask()
  }

  var isDone: Bool {
    task == nil
  }

  /// Takes in what a channel says of itself.
  func update(_ channel: ChannelSummary, id: String, origin: Origin) throws {
    guard try store.channel(id) != channel else { return }
    try store.put(channel, id: id, origin: origin)
    task = try store.channelTask()
  }

  /// A channel is no more; its videos go by themselves.
  func remove(_ id: String) throws {
    try store.remove(channel: id)
    task = try store.channelTask()
  }

  /// Does some of it in the open transaction.
  ///
  /// - Returns: when the first of the cells that were made goes stale, in seconds since 1970.
  func work(now: Date) throws -> Int? {
    guard let task else { return nil }
    let limit = max(1, Self.step / max(1, locales.count))
    var videos: [Entity] = []
    try store.forEachEntity(kind: .video, feed: task.id, before: task.reached, limit: limit) { entity in
      videos.append(entity)
      return true
    }
    var soonest: [Int] = []
    for video in videos {
      if let staleAt = try publisher.remake(video, in: locales, reason: .changed, origin: task.origin, now: now) {
        soonest.append(staleAt)
      }
    }
    let last = videos.count < limit ? nil : videos.last
    try store.put(reached: last.map { ListPlace(order: $0.order, id: $0.id) }, ofChannel: task.id)
    self.task = try store.channelTask()
    return soonest.min()
  }
}
