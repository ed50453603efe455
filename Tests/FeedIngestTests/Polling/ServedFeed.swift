import Synchronization
import TestSupport

/// A feed on a server of its own, which a test changes as it goes.
final class ServedFeed: Sendable {
  private let answer: Answer
  let server: FeedServer

  private final class Answer: Sendable {
    let make: Mutex<FeedServer.Handler>

    init(_ make: @escaping FeedServer.Handler) { self.make = Mutex(make) }
  }

  init(_ handler: @escaping FeedServer.Handler) throws {
    let answer = Answer(handler)
    self.answer = answer
    server = try FeedServer { request in answer.make.withLock { $0 }(request) }
  }

  convenience init(_ body: [UInt8]) throws {
    try self.init { _ in .ok(body) }
  }

  var url: String { server.url() }

  func set(_ handler: @escaping FeedServer.Handler) {
    answer.make.withLock { $0 = handler }
  }

  func set(_ body: [UInt8]) {
    set { _ in .ok(body) }
  }
}
