internal import Foundation

/// A time zone's clock. Moments are seconds since 1970 in UTC; days are counted from 1970-01-01.
final class LocalTime {
  private let timeZone: TimeZone
  /// The offsets of the days of UTC on which they do not change: asking ICU for each moment takes longer than all the rest
  /// of a cell.
  private var offsets: [Int: Int] = [:]

  /// How many days' offsets are kept.
  static let capacity = 8192

  init(timeZone: TimeZone) {
    self.timeZone = timeZone
  }

  /// What day it is there at a moment, and how many seconds after midnight by the clock.
  func day(of moment: Int) -> (day: Int, timeOfDay: Int) {
    let local = moment + offset(at: moment)
    let day = Self.day(ofSecond: local)
    return (day, local - day * 86_400)
  }

  /// The moment at which it is that day and time there: the first one where the clock is put back and says it twice, and
  /// as much later as it is put on where it leaps over it.
  func moment(day: Int, timeOfDay: Int) -> Int {
    let local = day * 86_400 + timeOfDay
    let before = offset(at: local - 86_400)
    let after = offset(at: local + 86_400)
    if before == after || offset(at: local - before) == before { return local - before }
    return offset(at: local - after) == after ? local - after : local - before
  }

  private func offset(at moment: Int) -> Int {
    let day = Self.day(ofSecond: moment)
    if let offset = offsets[day] { return offset }
    let (first, last) = (zoneOffset(at: day * 86_400), zoneOffset(at: day * 86_400 + 86_399))
    guard first == last else { return zoneOffset(at: moment) }
    if offsets.count >= Self.capacity { offsets.removeAll(keepingCapacity: true) }
    offsets[day] = first
    return first
  }

  private static func day(ofSecond second: Int) -> Int {
    second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
  }

  private func zoneOffset(at moment: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment)))
  }
}
