import CastwireBus
import Foundation

/// A reliable subscriber over the library, as a program of its own: `Torture subscribe …` records what it applies.
struct RecordingSubscriber {
  /// What its command line says.
  struct Options {
    let endpoints: Subscription.Endpoints
    let path: String
    var family: String?
    var isFromHead = false
    /// The handler blocks now and then for seconds.
    var naps = false

    /// The words of its command line.
    var words: [String] {
      [endpoints.events, endpoints.requests, path] + (family.map { ["--family=\($0)"] } ?? [])
        + (isFromHead ? ["--from-head"] : []) + (naps ? ["--naps"] : [])
    }
  }

  private let options: Options
  private let record: Record

  init(_ options: Options) throws {
    self.options = options
    record = try Record(path: options.path)
  }

  /// Runs until it is killed.
  func run() throws -> Never {
    let start: Subscription.Start =
      if let place = try record.place() {
        .cursor(place.cursor, isStartingOver: place.isStartingOver)
      } else if options.isFromHead { .head } else { .beginning }
    let name = options.path.split(separator: "/").last.map(String.init)
    let subscription = try Subscription(
      context: Context(), endpoints: options.endpoints, scope: options.family.map { .family($0) } ?? .wholeLog,
      consumer: name, start: start)
    var batches = 0
    while true {
      if let batch = try subscription.next(now: .now) {
        try record.apply(batch, isFromHead: options.isFromHead)
        batches += 1
        // Long enough for queues to fill, and past the silence after which a connection is taken for dead.
        if options.naps, batches % 40 == 0 { Thread.sleep(forTimeInterval: Double(batches / 40 % 9)) }
      }
      let left = subscription.nextDeadline.map { ($0 - .now).wholeMilliseconds } ?? -1
      try Poller.wait(for: subscription.pollItems, milliseconds: left)
    }
  }
}

extension RecordingSubscriber.Options {
  /// Reads what `words` gives; nil for anything else.
  init?(_ words: [String]) {
    guard words.count >= 3 else { return nil }
    self.init(endpoints: Subscription.Endpoints(events: words[0], requests: words[1]), path: words[2])
    for word in words.dropFirst(3) {
      switch word {
      case "--from-head": isFromHead = true
      case "--naps": naps = true
      case _ where word.hasPrefix("--family="): family = String(word.dropFirst("--family=".count))
      default: return nil
      }
    }
  }
}
