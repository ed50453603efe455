import CastwireBus

/// A line that Examples/subscriber.py printed.
enum PrintedLine: Sendable {
  /// An event of that log and position.
  case event(log: String, sequence: String)
  /// It found that another log does not hold what the one before did.
  case dropped
  /// Something else.
  case other(String)

  private struct Printed: Decodable {
    let type: String
    let source: String?
    let sequence: String?
  }

  /// - Returns: nil for a line that was being written when the program was killed.
  init?(_ line: some StringProtocol) {
    guard let printed = try? BusCoder.decode(Printed.self, from: Array(line.utf8)) else { return nil }
    if let sequence = printed.sequence, let log = printed.source?.split(separator: "/").last {
      self = .event(log: String(log), sequence: sequence)
    } else {
      self = printed.type.hasSuffix(".dropped") ? .dropped : .other(String(line.prefix(200)))
    }
  }
}
