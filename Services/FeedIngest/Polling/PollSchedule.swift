internal import Castwire

/// When a feed is asked next. All times in milliseconds.
///
/// Often around the time at which it usually publishes, less often at other times, seldom when it sleeps; never before the
/// server or the feed say that it is worth it, within bounds. Feeds that were followed at once do not stay due at once.
struct PollSchedule: Sendable {
  /// After the first time that nobody answered; each further one doubles it. Where somebody did, and it was no feed, it is
  /// `shortest`: a server in trouble is not asked the oftener for it.
  static let firstRetry: Int64 = 60_000
  /// How many failures in a row of a feed that once was well make it failing: fewer are the weather of the network.
  static let patience = 3
  /// The longest that a server is obeyed that asks to be left alone.
  static let longestHold: Int64 = 24 * 3_600_000

  /// The shortest and the longest wait between two polls of a feed that is well.
  var shortest: Int64 = 15 * 60_000
  var longest: Int64 = 24 * 3_600_000

  /// The wait where nothing is known of the feed's rhythm, and the least where it is not about to publish.
  var usual: Int64 { min(max(2 * shortest, 1), longest) }

  /// Longer than these no feed waits, in milliseconds, whatever anybody says.
  var longestWait: Int64 { 2 * max(longest, Self.longestHold) + shortest }

  /// What a server and a feed say of when to ask again.
  struct Hints: Sendable, Hashable {
    /// How long the answer holds: `max-age` of `Cache-Control`, or `Expires`, in seconds.
    var maxAge: Int?
    /// RSS `ttl`, in minutes.
    var ttlMinutes: Int?
    /// The time between two updates by the syndication module, in seconds.
    var period: Int?
    var skipHours: [Int] = []
    /// Sunday 0.
    var skipDays: Set<Int> = []
  }

  /// When to ask again after a success at `now`.
  ///
  /// - Parameter isFirst: whether it is the feed's first: then it comes earlier by up to a half, so that feeds that were
  ///   followed at once do not go on together.
  func due(after now: Int64, rhythm: Rhythm?, hints: Hints, isFirst: Bool) -> Int64 {
    let wished = min(wish(rhythm, now), longest)
    let least = min(leastWait(hints), longest)
    // Where the server names the least, later is all that is left.
    let spread =
      !isFirst
      ? 0 : wished > least ? Int64.random(in: -(wished / 2)...0) : Int64.random(in: 0...min(least / 2, longest - least))
    let wait = max(max(wished, least) + spread, shortest, least)
    return allowed(now + Self.jittered(wait, atMost: shortest), hints, now: now)
  }

  /// By the feed's own rhythm.
  private func wish(_ rhythm: Rhythm?, _ now: Int64) -> Int64 {
    guard let rhythm else { return usual }
    let age = max(now - rhythm.newest, 0)
    guard let interval = rhythm.interval else { return max(usual, age / 500) }
    // It sleeps: the longer it has, the seldomer.
    guard age <= 3 * interval else { return max(usual, interval / 24, age / 100) }
    let quiet = max(usual, interval / 24)
    guard let span = rhythm.nextSpan(from: now) else { return quiet }
    return span.lowerBound <= now ? shortest : min(quiet, max(span.lowerBound - now, shortest))
  }

  private func leastWait(_ hints: Hints) -> Int64 {
    // What is no honest number must not overflow.
    let bound = longest / 1_000 + 1
    let seconds = [hints.maxAge, hints.ttlMinutes.map { min($0, 1 << 30) * 60 }, hints.period].compactMap(\.self)
    return seconds.map { min(max(Int64($0), 0), bound) * 1_000 }.max() ?? 0
  }

  /// The first time from `due` on that the feed does not ask to be left alone at; at most `longest` from now.
  private func allowed(_ due: Int64, _ hints: Hints, now: Int64) -> Int64 {
    guard !hints.skipHours.isEmpty || !hints.skipDays.isEmpty else { return due }
    let hour: Int64 = 3_600_000
    var time = due
    while time <= due + 8 * 24 * hour {
      let number = time / hour
      if !hints.skipHours.contains(Int(number % 24)), !hints.skipDays.contains(Rhythm.weekday(ofDay: number / 24)) {
        return min(time, max(due, now + longest))
      }
      // Somewhere in the next hour, so that not all come at its beginning.
      time = (number + 1) * hour + Int64.random(in: 0..<(hour / 4))
    }
    // Who asks for all of them is asked as if he asked for none.
    return due
  }

  /// The wait after failures in a row.
  ///
  /// - Parameter retryAfter: how long the server asks to be left alone, in seconds; obeyed up to a day.
  func afterFailure(count: Int, isUnanswered: Bool, retryAfter: Int?) -> Int64 {
    max(
      Self.doubled(isUnanswered ? min(Self.firstRetry, shortest) : shortest, count: count), Self.hold(retryAfter))
  }

  /// A wait that doubles with each attempt, up to a day and a tenth.
  static func doubled(_ first: Int64, count: Int) -> Int64 {
    jittered(min(first << Int64(min(max(count, 1) - 1, 20)), longestHold))
  }

  /// When to ask a feed whose hub sends what is new: once a day.
  func pushed(after now: Int64) -> Int64 {
    now + Self.jittered(min(24 * 3_600_000, longest), atMost: shortest)
  }

  /// How long to wait until a feed is asked for what its hub left out.
  static func afterPart() -> Int64 { jittered(firstRetry) + Int64.random(in: 0..<firstRetry) }

  /// When to ask a feed whose hub sends nothing any more.
  func unpushed(after now: Int64) -> Int64 {
    now + Self.jittered(shortest)
  }

  /// For how long a server that asks for it is left alone.
  static func hold(_ retryAfter: Int?) -> Int64 {
    Int64(min(max(retryAfter ?? 0, 0), 86_400)) * 1_000
  }

  /// Up to a tenth longer, so that what was asked at once is not asked at once again.
  private static func jittered(_ wait: Int64, atMost most: Int64 = .max) -> Int64 {
    wait + Int64.random(in: 0...min(max(wait / 10, 1), most))
  }
}

extension PollSchedule.Hints {
  private static let days = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
  private static let periods = [
    "hourly": 3_600, "daily": 86_400, "weekly": 604_800, "monthly": 2_592_000, "yearly": 31_536_000,
  ]

  /// What a server said with its answer, and a feed in its document.
  init(maxAge: Int?, feed: FeedDetails) {
    self.maxAge = maxAge
    ttlMinutes = feed.ttlMinutes
    period = feed.syndicationPeriod.flatMap { Self.periods[$0] }.map { $0 / max(feed.syndicationFrequency ?? 1, 1) }
    skipHours = feed.skipHours ?? []
    skipDays = Set((feed.skipDays ?? []).compactMap { Self.days.firstIndex(of: $0.lowercased()) })
  }
}
