import CastwireBus

/// A line that Examples/subscriber.py printed.
enum PrintedLine: Sendable {
  /// An event of that position.
  case event(String)
  /// Something else.
  case other(String)

  private struct Printed: Decodable {
    let type: String
    let sequence: String?
  }

  /// - Returns: nil for a line that was being written when the program was killed.
  init?(_ line: some StringProtocol) {
    guard let printed = try? BusCoder.decode(Printed.self, from: Array(line.utf8)) else { return nil }
    self = printed.sequence.map { .event($0) } ?? .other(String(line.prefix(200)))
  }
}
