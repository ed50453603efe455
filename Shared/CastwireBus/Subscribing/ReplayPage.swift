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
