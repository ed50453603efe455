import TestSupport

/// The web server of all feeds. Now and then it errs, or breaks off in the middle.
final class FeedHost: Sendable {
  private struct State {
    var feeds: [ChangingFeed]
    var generator: SeededGenerator
    var errs = true
  }

  private let state: Monitor<State>
  private let server: FeedServer

  init(seed: UInt64, feeds count: Int) throws {
    let state = Monitor(
      State(
        feeds: (0..<count).map { ChangingFeed(seed: seed, number: $0) },
        generator: SeededGenerator(seed: seed, stream: "host")))
    self.state = state
    server = try FeedServer { request in
      state.withLock { state in
        guard let number = Int(request.path.dropFirst()), state.feeds.indices.contains(number) else {
          return .status(404)
        }
        let document = state.feeds[number].document
        switch state.errs ? Int.random(in: 0..<60, using: &state.generator) : 59 {
        case 0: return .status(503)
        case 1: return .closed
        case 2:
          return .raw(
            "HTTP/1.1 200 OK\r\nContent-Length: \(document.count)\r\n\r\n"
              + String(decoding: document.prefix(document.count / 2), as: UTF8.self))
        default: return .ok(document)
        }
      }
    }
  }

  func url(_ number: Int) -> String {
    server.url("/\(number)")
  }

  /// Changes all feeds.
  func step() {
    state.withLock { state in
      for index in state.feeds.indices { state.feeds[index].step() }
    }
  }

  /// From now on nothing goes wrong.
  func settle() {
    state.withLock { $0.errs = false }
  }

  /// What the document of a feed shows.
  func shown(_ number: Int) -> [ChangingFeed.Item] {
    state.withLock { $0.feeds[number].shown }
  }
}
