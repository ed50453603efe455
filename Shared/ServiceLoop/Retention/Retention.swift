/// How long a log keeps what: section 5 of the contract.
public struct Retention: Sendable, Hashable {
  /// Events of this age and older are compacted: of each subject only its newest event stays.
  public var age: Duration
  /// The newest events that have so many bytes of JSON together are kept as they are; older ones are compacted.
  public var size: Int
  /// Events that end a subject are dropped at this age, although they are their subject's newest.
  public var endings: Duration
  /// Between two looks at these limits; so long events may wait to be entered.
  public var interval: Duration

  /// Limits other than the usual ones.
  public init(age: Duration, size: Int, endings: Duration, interval: Duration = .seconds(10)) {
    (self.age, self.size, self.endings, self.interval) = (age, size, endings, interval)
  }

  /// 7 days or 1 GiB, and 30 days for events that end a subject.
  public static let usual = Retention(age: .seconds(7 * 86_400), size: 1 << 30, endings: .seconds(30 * 86_400))

  /// The verbs of events that end a subject.
  static let endingVerbs: Set<Substring> = ["removed", "left", "unfollowed"]
}
