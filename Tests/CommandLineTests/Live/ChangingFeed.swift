import Synchronization
import TestSupport

/// A podcast whose feed a test changes while it is followed.
final class ChangingFeed: Sendable {
  private let state: Mutex<(episodes: Int, titles: [Int: String])>

  init(episodes: Int, titles: [Int: String] = [:]) {
    state = Mutex((episodes, titles))
  }

  func change(episodes: Int, titles: [Int: String]) {
    state.withLock { state in
      state.episodes = episodes
      state.titles.merge(titles) { $1 }
    }
  }

  var document: [UInt8] {
    state.withLock {
      Feeds.podcast(title: "Night Cast", episodes: $0.episodes, titles: $0.titles, paragraphs: 1)
    }
  }
}
