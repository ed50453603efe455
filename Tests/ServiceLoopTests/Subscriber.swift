import Testing

@testable import CastwireBus

/// A bare event socket that hears everything, with no replay behind it.
final class Subscriber {
  private let socket: Socket
  private(set) var sequences: [Position] = []
  private(set) var heads: [Head] = []
  /// How many heads spoke of events that had not come before them.
  private(set) var headsAhead = 0

  init(_ endpoint: String) throws {
    socket = try Socket(.subscriber, in: Context())
    try socket.subscribe("")
    try socket.connect(endpoint)
  }

  /// How many events came.
  var events: Int {
    sequences.count
  }

  /// Takes in what comes until it is enough; fails if it never is.
  func wait(until isEnough: (Subscriber) -> Bool) throws {
    let end = ContinuousClock.now + .seconds(60)
    while !isEnough(self) {
      guard ContinuousClock.now < end else {
        Issue.record("heard \(events) events and \(heads.count) heads")
        return
      }
      try Poller.wait(for: [PollItem(socket)], milliseconds: 100)
      while let frames = try socket.receive() { try take(frames) }
    }
  }

  private func take(_ frames: [[UInt8]]) throws {
    guard frames[0].elementsEqual(Topic.head.utf8) else {
      sequences.append(try Event(json: frames[1]).sequence)
      return
    }
    let head = try BusCoder.decode(Head.self, from: frames[1])
    if head.head > sequences.last ?? Position(0) { headsAhead += 1 }
    heads.append(head)
  }
}
