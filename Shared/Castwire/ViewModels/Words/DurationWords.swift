internal import Foundation

/// Durations in a locale's short units: "1 hr, 42 min, 28 sec".
///
/// Distinct durations are many, and Foundation takes about 10 µs for each. Their parts are few, and it joins them by
/// patterns that do not depend on them; so the parts are kept and joined here.
struct DurationWords {
  private let style: Duration.UnitsFormatStyle
  private var hours: [Int: String] = [:]
  private var minutes: [String?] = Array(repeating: nil, count: 60)
  private var seconds: [String?] = Array(repeating: nil, count: 60)
  /// What stands between two parts, and of three between the first two and the last two; nil in a locale whose durations are
  /// not made of parts, which then come from Foundation as they are.
  private var joints: (two: String, first: String, last: String)?

  init(locale: Locale) {
    style = Duration.UnitsFormatStyle(allowedUnits: [.hours, .minutes, .seconds], width: .abbreviated).locale(locale)
    let (hour, minute, second) = (whole(3_600), whole(120), whole(3))
    let all = whole(3_723).dropFirst(hour.count).dropLast(second.count)
    guard let middle = all.firstRange(of: minute) else { return }
    joints = (
      String(whole(3_720).dropFirst(hour.count).dropLast(minute.count)), String(all[..<middle.lowerBound]),
      String(all[middle.upperBound...])
    )
    if Self.probes.contains(where: { words($0) != whole($0) }) { joints = nil }
  }

  /// The words for a number of seconds, which is above zero and at most `LocaleFormatter.longestDuration`.
  mutating func words(_ duration: Int) -> String {
    guard let joints else { return whole(duration) }
    let hours = duration >= 3_600 ? hour(duration / 3_600) : nil
    let minutes = duration / 60 % 60 > 0 ? Self.part(duration / 60 % 60, of: 60, in: &minutes, style) : nil
    let seconds = duration % 60 > 0 ? Self.part(duration % 60, of: 1, in: &seconds, style) : nil
    return switch (hours, minutes, seconds) {
    case (let hours?, let minutes?, let seconds?): hours + joints.first + minutes + joints.last + seconds
    case (let one?, let two?, nil), (let one?, nil, let two?), (nil, let one?, let two?): one + joints.two + two
    case (let one?, nil, nil), (nil, let one?, nil), (nil, nil, let one?): one
    case (nil, nil, nil): whole(duration)
    }
  }

  /// How many parts are kept, and about how many bytes they take.
  var contents: (entries: Int, bytes: Int) {
    let parts = Array(hours.values) + minutes.compactMap(\.self) + seconds.compactMap(\.self)
    return (parts.count, LocaleFormatter.bytes(of: parts) + hours.capacity * 24 + (minutes.count + seconds.count) * 16)
  }

  private mutating func hour(_ number: Int) -> String {
    if let words = hours[number] { return words }
    let words = whole(number * 3_600)
    hours[number] = words
    return words
  }

  private static func part(
    _ number: Int, of unit: Int, in parts: inout [String?], _ style: Duration.UnitsFormatStyle
  ) -> String {
    if let words = parts[number] { return words }
    let words = style.format(.seconds(number * unit))
    parts[number] = words
    return words
  }

  private func whole(_ duration: Int) -> String {
    style.format(.seconds(duration))
  }

  /// Each plural that a language has, in each place.
  private static var probes: [Int] {
    [1, 59, 60, 3_600, 61, 3_601, 3_660, 3_661, 7_322, 7_380, 10_983, 18_305, 39_671, 80_482, 359_999, 3_600_000]
  }
}
