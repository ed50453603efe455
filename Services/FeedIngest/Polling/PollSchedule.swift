/// When a feed is asked next. All times in milliseconds.
struct PollSchedule: Sendable {
  /// Between two polls of a feed that is well.
  static let interval: Int64 = 30 * 60_000
  /// After the first failure; each further one doubles it.
  static let firstRetry: Int64 = 60_000
  /// The longest wait.
  static let longest: Int64 = 24 * 3_600_000
  /// How many failures in a row of a feed that once was well make it failing: fewer are the weather of the network.
  static let patience = 3

  /// The wait after a success.
  ///
  /// - Parameter maxAge: how long the server says that its answer holds, in seconds.
  static func afterSuccess(maxAge: Int?) -> Int64 {
    jittered(min(max(interval, Int64(min(maxAge ?? 0, 86_400)) * 1_000), longest))
  }

  /// The wait after failures in a row.
  ///
  /// - Parameter retryAfter: how long the server asks to be left alone, in seconds; obeyed up to a day.
  static func afterFailure(count: Int, retryAfter: Int?) -> Int64 {
    let doubled = min(firstRetry << Int64(min(max(count, 1) - 1, 20)), longest)
    return max(jittered(doubled), min(Int64(min(retryAfter ?? 0, 86_400)) * 1_000, longest))
  }

  /// Up to a tenth longer, so that feeds followed at once do not stay due at once.
  private static func jittered(_ wait: Int64) -> Int64 {
    wait + Int64.random(in: 0...max(wait / 10, 1))
  }
}
