internal import Castwire
internal import Foundation
internal import TextLayout

/// How the formatter is to work.
struct Settings: Sendable {
  /// How many stale cells are renewed in a second unless it is said.
  ///
  /// With their commits they took 1.8 % of one core of a busy machine, and a subscriber hears some 150 kB a second. 100,000
  /// cells that went stale in a month's rest are right again within nine minutes.
  static let usualRenewalRate = 200

  /// The locales in which cells are published.
  let locales: [LocaleName]
  let timeZone: TimeZone
  /// The most stale cells that are renewed in a second, from 1 on.
  var renewalRate = Settings.usualRenewalRate
  /// Font files that titles are measured with before those that are installed.
  var fonts: [String] = []
  /// Is told of what makes a title's measure less than right.
  var reportTextProblem: @Sendable (TextProblem) -> Void = { _ in }
  /// The clock on the wall.
  var now: @Sendable () -> Date = { Date() }
}
