internal import Foundation

/// Spans of time in a few characters: `45 s`, `3 min`, `2 h`, `5 days`.
enum TimeSpan {
  static func text(seconds: Int) -> String {
    switch seconds {
    case ..<120: "\(max(0, seconds)) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }

  /// `3 min ago`, or `in 3 min` for what is to come.
  static func text(from date: Date, now: Date) -> String {
    let seconds = Int(now.timeIntervalSince(date).rounded())
    if seconds >= 1 { return "\(text(seconds: seconds)) ago" }
    return seconds > -1 ? "now" : "in \(text(seconds: -seconds))"
  }
}
