/// Where in a log a replay goes on.
struct ReplayOrigin: Sendable, Hashable {
  static let beginning = ReplayOrigin(log: nil, after: Position(0), time: nil)

  /// The log; nil for whichever there is.
  let log: String?
  let after: Position
  /// The time of the event at `after`; nil where it is not known.
  let time: Timestamp?

  init(log: String?, after: Position, time: Timestamp?) {
    self.log = log
    self.after = after
    self.time = time
  }

  init(_ cursor: Cursor) {
    self.init(log: cursor.log, after: cursor.sequence, time: cursor.time)
  }
}

/// Asks a service for the pages of a replay, one at a time, without waiting.
final class ReplayRequests {
  enum Answer {
    /// Nothing new.
    case waiting
    case page(ReplayPage)
    /// Start over: another log, or what is asked for is no longer there.
    case truncated
    /// The service says no, in these words.
    case refused(String)
    /// The answer is none of the bus.
    case malformed(String)
    /// No answer came in time; nothing is asked now.
    case timedOut
    /// The service is not connected; the question stays.
    case unreachable
  }

  private struct Parameters: Encodable {
    let log: String?
    let after: Position
    let afterTime: Timestamp?
    let families: [String]
    let limit: Int
    let consumer: String?
    let service: String?
  }

  private let requester: Requester
  private let families: [String]
  private let consumer: String?
  private let service: String?

  init(
    context: Context, endpoint: String, service: String?, families: [String], consumer: String?
  ) throws(BusError) {
    requester = try Requester(context: context, endpoint: endpoint, service: service)
    self.families = families
    self.consumer = consumer
    self.service = service
  }

  var isAsking: Bool {
    requester.isAsking
  }

  var nextDeadline: ContinuousClock.Instant? {
    requester.nextDeadline
  }

  /// To be waited for only while something is asked: what else comes is nobody's, and would wake its owner for ever.
  var pollItems: [PollItem] {
    requester.isAsking ? requester.pollItems : []
  }

  /// How the connection stands.
  var connection: ClientConnection {
    requester.connection
  }

  /// Asks for a page. What was asked before and not answered is forgotten.
  func ask(_ origin: ReplayOrigin, limit: Int, now: ContinuousClock.Instant) throws(BusError) {
    let parameters = Parameters(
      log: origin.log, after: origin.after, afterTime: origin.time, families: families, limit: limit,
      consumer: consumer, service: service)
    let json: [UInt8]
    do {
      json = try BusCoder.encode(parameters)
    } catch {
      // The parameters have no number that JSON lacks, and nothing else fails to encode.
      preconditionFailure("strings and integers can always be encoded: \(error)")
    }
    try requester.ask("replay", parameters: json, now: now)
  }

  func advance(now: ContinuousClock.Instant) throws(BusError) -> Answer {
    switch try requester.advance(now: now) {
    case .waiting: .waiting
    case .timedOut: .timedOut
    case .unreachable: .unreachable
    case .reply(let frames): Self.answer(frames)
    }
  }

  /// Forgets what was asked, on a new connection.
  func reset() {
    requester.reset()
  }

  private static func answer(_ frames: [[UInt8]]) -> Answer {
    struct Envelope<Result: Decodable>: Decodable { let result: Result }
    guard let first = frames.first, let status = JSONMembers(first)?.string("status") else {
      return .malformed("a reply without status")
    }
    do {
      switch status {
      case "ok":
        let envelope = try BusCoder.decode(Envelope<ReplayPage>.self, from: first)
        return .page(envelope.result.with(events: Array(frames.dropFirst())))
      case "truncated":
        return .truncated
      default:
        return .refused(try BusCoder.decode(RequestError.self, from: first).message)
      }
    } catch {
      return .malformed("\(error)")
    }
  }
}
