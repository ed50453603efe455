/// The units of playing times, in the languages whose words for them feeds have.
enum PlayingTimeUnit {
  /// The unit at `index` in seconds, and the length of its whole word.
  static func unit(in text: ByteView, at index: Int) -> (seconds: Double, length: Int)? {
    for (sign, seconds) in signs where text.matches(sign, at: index) { return (seconds, sign.utf8CodeUnitCount) }
    var end = index
    while end < text.count, ASCII.isLetter(text[end]) || text[end] >= 0x80 { end += 1 }
    // `1h2m`: a word ends where digits begin, so that this is one word each.
    let folded = FoldedWord(text[index..<end])
    // A month has no one length.
    guard !folded.hasPrefix("mon"), let word = words.first(where: { folded.hasPrefix($0.beginning) }) else {
      return nil
    }
    return (word.seconds, end - index)
  }

  private static let signs: [(StaticString, Double)] = [
    ("小时", 3600), ("小時", 3600), ("時間", 3600), ("시간", 3600), ("分钟", 60), ("分鐘", 60), ("分間", 60), ("分", 60),
    ("분", 60), ("秒钟", 1), ("秒", 1), ("초", 1), ("′", 60), ("″", 1), ("'", 60), ("\"", 1),
  ]

  /// How the words begin: the longer before the shorter, and hours in German before seconds.
  private static let words: [(beginning: StaticString, seconds: Double)] = [
    ("ms", 0.001), ("milli", 0.001), ("std", 3600), ("stu", 3600), ("h", 3600), ("or", 3600),
    ("uur", 3600), ("час", 3600), ("ч", 3600), ("m", 60), ("м", 60), ("s", 1), ("с", 1), ("day", 86400), ("d", 86400),
    ("tag", 86400), ("jour", 86400), ("w", 604_800),
  ]
}
