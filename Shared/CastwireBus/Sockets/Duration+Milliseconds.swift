extension Duration {
  /// The duration in milliseconds for a wait, rounded up, so that a wait never ends just before it is over;
  /// 0 for a negative one, and at most a day.
  public var wholeMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < 86_400 else { return 86_400_000 }
    return max(0, Int(seconds) * 1_000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
  }
}
