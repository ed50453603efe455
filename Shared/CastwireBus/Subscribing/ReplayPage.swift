/// The parameters of a replay request.
struct ReplayParameters: Encodable {
  let log: String?
  let after: Position
  let afterTime: Timestamp?
  let families: [String]
  let limit: Int
  let consumer: String?
}

/// A reply to a replay request.
enum ReplayReply {
  case page(ReplayPage)
  /// Start over: another log, or what is asked for is no longer there.
  case truncated
  case error(RequestError)

  init(frames: [[UInt8]]) throws(MalformedEventError) {
    struct Envelope<Result: Decodable>: Decodable { let result: Result }
    guard let first = frames.first, let status = JSONMembers(first)?.string("status") else {
      throw MalformedEventError(reason: "a reply without status")
    }
    do {
      switch status {
      case "ok":
        let envelope = try BusCoder.decode(Envelope<ReplayPage>.self, from: first)
        self = .page(envelope.result.with(events: Array(frames.dropFirst())))
      case "truncated":
        self = .truncated
      default:
        self = .error(try BusCoder.decode(RequestError.self, from: first))
      }
    } catch {
      throw MalformedEventError(reason: "a reply that is not understood: \(error)")
    }
  }
}

/// A page of a replay.
struct ReplayPage: Decodable {
  let log: String
  let scannedTo: Position
  let scannedTime: Timestamp
  let head: Position
  let more: Bool
  let complete: Bool
  private(set) var events: [[UInt8]] = []

  private enum CodingKeys: String, CodingKey {
    case log, scannedTo, scannedTime, head, more, complete
  }

  func with(events: [[UInt8]]) -> ReplayPage {
    var page = self
    page.events = events
    return page
  }
}
