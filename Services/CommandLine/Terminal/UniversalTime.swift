internal import CastwireBus
internal import Foundation

/// An instant to the second, in UTC: `2026-11-30 07:31:02`.
enum UniversalTime {
  static func text(_ date: Date) -> String {
    date.formatted(.iso8601.year().month().day().dateTimeSeparator(.space).time(includingFractionalSeconds: false))
  }

  static func text(_ timestamp: Timestamp) -> String {
    text(Date(timeIntervalSince1970: Double(timestamp.rawValue / 1_000)))
  }
}
