@testable import Castwire
import Foundation
import TestSupport
import Testing

/// How long ago something was, and when that will be another.
struct RelativeDateTests {
  private static func seconds(_ text: String) throws -> Int {
    Int(try Date(text, strategy: .iso8601).timeIntervalSince1970)
  }

  private static func steps(_ date: Int, _ now: Int, _ zone: String) throws -> RelativeDateSteps {
    RelativeDateSteps(
      date: date, now: now, localTime: LocalTime(timeZone: try #require(TimeZone(identifier: zone))))
  }

  private static func age(_ date: String, _ now: String, _ zone: String) throws -> String {
    let age = try steps(seconds(date), seconds(now), zone).current
    return (age.isFuture ? "-" : "") + "\(age.count) \(age.unit)"
  }

  /// A date, a moment and how long ago it was then; `-` where it is yet to come.
  static let ages: [(date: String, now: String, age: String)] = [
    ("2024-05-03T14:30:00Z", "2024-05-03T14:30:00Z", "0 now"),
    ("2024-05-03T14:30:00Z", "2024-05-03T14:30:59Z", "0 now"),
    ("2024-05-03T14:30:00Z", "2024-05-03T14:31:00Z", "1 minute"),
    ("2024-05-03T14:30:00Z", "2024-05-03T15:29:59Z", "59 minute"),
    ("2024-05-03T14:30:00Z", "2024-05-03T15:30:00Z", "1 hour"),
    ("2024-05-03T14:30:00Z", "2024-05-04T14:29:59Z", "23 hour"),
    ("2024-05-03T14:30:00Z", "2024-05-04T14:30:00Z", "1 day"),
    ("2024-05-03T14:30:00Z", "2024-05-10T14:29:59Z", "6 day"),
    ("2024-05-03T14:30:00Z", "2024-05-10T14:30:00Z", "1 week"),
    ("2024-05-03T14:30:00Z", "2024-06-03T14:29:59Z", "4 week"),
    ("2024-05-03T14:30:00Z", "2024-06-03T14:30:00Z", "1 month"),
    ("2024-05-03T14:30:00Z", "2025-05-03T14:29:59Z", "11 month"),
    ("2024-05-03T14:30:00Z", "2025-05-03T14:30:00Z", "1 year"),
    ("2024-05-03T14:30:00Z", "2026-05-03T14:29:59Z", "1 year"),
    ("2024-05-03T14:30:00Z", "2026-05-03T14:30:00Z", "2 year"),
    ("2024-05-03T14:30:00Z", "9999-12-31T00:00:00Z", "7975 year"),
    // A short month is full on its last day, and what follows counts from the date again.
    ("2023-01-31T12:00:00Z", "2023-02-28T11:59:59Z", "3 week"),
    ("2023-01-31T12:00:00Z", "2023-02-28T12:00:00Z", "1 month"),
    ("2023-01-31T12:00:00Z", "2023-03-31T11:59:59Z", "1 month"),
    ("2023-01-31T12:00:00Z", "2023-03-31T12:00:00Z", "2 month"),
    ("2024-02-29T12:00:00Z", "2025-02-28T11:59:59Z", "11 month"),
    ("2024-02-29T12:00:00Z", "2025-02-28T12:00:00Z", "1 year"),
    ("2024-02-29T12:00:00Z", "2028-02-28T12:00:00Z", "3 year"),
    ("2024-02-29T12:00:00Z", "2028-02-29T12:00:00Z", "4 year"),
    // Yet to come.
    ("2024-05-03T14:30:59Z", "2024-05-03T14:30:00Z", "0 now"),
    ("2024-05-03T14:31:00Z", "2024-05-03T14:30:00Z", "-1 minute"),
    ("2024-05-05T14:30:00Z", "2024-05-03T14:30:00Z", "-2 day"),
    ("2024-05-05T14:29:59Z", "2024-05-03T14:30:00Z", "-1 day"),
    ("2024-05-04T14:29:59Z", "2024-05-03T14:30:00Z", "-23 hour"),
    ("2026-05-03T14:30:00Z", "2024-05-03T14:30:00Z", "-2 year"),
    ("2024-03-31T14:30:00Z", "2024-02-29T14:30:00Z", "-1 month"),
  ]

  @Test(arguments: ages)
  func `full units alone count`(date: String, now: String, age: String) throws {
    #expect(try Self.age(date, now, "UTC") == age)
  }

  /// Clocks in Berlin were put on on 31 March 2024 and back on 27 October; Samoa left out 30 December 2011.
  static let clocks: [(date: String, now: String, zone: String, age: String)] = [
    // A day of 23 hours, and one of 25.
    ("2024-03-30T11:00:00Z", "2024-03-31T09:59:59Z", "Europe/Berlin", "22 hour"),
    ("2024-03-30T11:00:00Z", "2024-03-31T10:00:00Z", "Europe/Berlin", "1 day"),
    ("2024-10-26T10:00:00Z", "2024-10-27T10:59:59Z", "Europe/Berlin", "24 hour"),
    ("2024-10-26T10:00:00Z", "2024-10-27T11:00:00Z", "Europe/Berlin", "1 day"),
    // Half past two was left out, and came an hour later; in the autumn it came twice, and the first time counts.
    ("2024-03-30T01:30:00Z", "2024-03-31T01:29:59Z", "Europe/Berlin", "23 hour"),
    ("2024-03-30T01:30:00Z", "2024-03-31T01:30:00Z", "Europe/Berlin", "1 day"),
    ("2024-10-26T00:30:00Z", "2024-10-27T00:29:59Z", "Europe/Berlin", "23 hour"),
    ("2024-10-26T00:30:00Z", "2024-10-27T00:30:00Z", "Europe/Berlin", "1 day"),
    // The same moments in a zone that keeps its clocks.
    ("2024-03-30T11:00:00Z", "2024-03-31T10:00:00Z", "UTC", "23 hour"),
    ("2024-10-26T10:00:00Z", "2024-10-27T10:00:00Z", "UTC", "1 day"),
    // A month that begins in another offset.
    ("2024-03-15T12:00:00Z", "2024-04-15T11:00:00Z", "Europe/Berlin", "1 month"),
    ("2024-03-15T12:00:00Z", "2024-04-15T11:00:00Z", "UTC", "4 week"),
    // On either side of midnight: the 30th in London, and the 31st in Berlin.
    ("2023-01-30T23:30:00Z", "2023-02-28T12:00:00Z", "Europe/London", "4 week"),
    ("2023-01-30T23:30:00Z", "2023-02-28T12:00:00Z", "Europe/Berlin", "1 month"),
    ("2011-12-29T12:00:00Z", "2011-12-30T11:59:59Z", "Pacific/Apia", "23 hour"),
    ("2011-12-29T12:00:00Z", "2011-12-30T12:00:00Z", "Pacific/Apia", "2 day"),
    ("2011-12-29T20:00:00Z", "2011-12-31T20:00:00Z", "Pacific/Apia", "3 day"),
  ]

  @Test(arguments: clocks)
  func `days are those of the zone's clock`(date: String, now: String, zone: String, age: String) throws {
    #expect(try Self.age(date, now, zone) == age)
  }

  /// A date, a moment, and when how long ago it was then will be another.
  @Test(arguments: [
    ("2024-05-03T14:30:00Z", "2024-05-03T14:30:00Z", "UTC", "2024-05-03T14:31:00Z"),
    ("2024-05-03T14:30:00Z", "2024-05-03T15:29:59Z", "UTC", "2024-05-03T15:30:00Z"),
    ("2024-05-03T14:30:00Z", "2024-05-04T14:00:00Z", "UTC", "2024-05-04T14:30:00Z"),
    ("2024-10-26T10:00:00Z", "2024-10-27T10:30:00Z", "Europe/Berlin", "2024-10-27T11:00:00Z"),
    ("2024-03-30T11:00:00Z", "2024-03-31T09:30:00Z", "Europe/Berlin", "2024-03-31T10:00:00Z"),
    ("2024-05-03T14:30:00Z", "2024-05-31T14:30:00Z", "UTC", "2024-06-03T14:30:00Z"),
    ("2023-02-01T00:00:00Z", "2023-02-25T00:00:00Z", "UTC", "2023-03-01T00:00:00Z"),
    ("2024-02-29T12:00:00Z", "2024-12-29T12:00:00Z", "UTC", "2025-01-29T12:00:00Z"),
    ("2024-02-29T12:00:00Z", "2025-01-29T12:00:00Z", "UTC", "2025-02-28T12:00:00Z"),
    ("2024-02-29T12:00:00Z", "2027-06-01T00:00:00Z", "UTC", "2028-02-29T12:00:00Z"),
    ("2024-05-05T14:30:00Z", "2024-05-03T14:30:00Z", "UTC", "2024-05-03T14:30:01Z"),
    ("2024-05-05T14:30:00Z", "2024-05-03T14:30:01Z", "UTC", "2024-05-04T14:30:01Z"),
    ("2024-05-03T14:31:00Z", "2024-05-03T14:30:00Z", "UTC", "2024-05-03T14:30:01Z"),
    ("2024-05-03T14:31:00Z", "2024-05-03T14:30:30Z", "UTC", "2024-05-03T14:32:00Z"),
  ])
  func `it changes when another unit is full`(date: String, now: String, zone: String, change: String) throws {
    let found = try Self.steps(Self.seconds(date), Self.seconds(now), zone).nextChange
    #expect(Date(timeIntervalSince1970: TimeInterval(found)).ISO8601Format() == change)
  }

  static let zones = [
    "UTC", "Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Apia",
    "Africa/Casablanca",
    "America/New_York",
  ]

  /// Over sixty years and every kind of distance, both before and after.
  @Test(arguments: zones)
  func `it stays until it changes, and is another from then on`(zone: String) throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<4_000 {
      let date = Int.random(in: -300_000_000..<1_900_000_000, using: &generator)
      let distance = Int.random(
        in: 0..<[100, 5_000, 200_000, 5_000_000, 400_000_000].randomElement(using: &generator)!)
      let now = Bool.random(using: &generator) ? date + distance : date - distance
      let steps = try Self.steps(date, now, zone)
      let change = steps.nextChange
      let hint: Comment = "\(date) \(now)"
      #expect(change > now, hint)
      // All that lies between is the same, for it never goes back; so the last second stands for it.
      #expect(try Self.steps(date, change - 1, zone).current == steps.current, hint)
      #expect(
        try Self.steps(date, Int.random(in: now..<change, using: &generator), zone).current == steps.current, hint)
      #expect(try Self.steps(date, change, zone).current != steps.current, hint)
    }
  }

  @Test(arguments: zones)
  func `years, months and days are those of Foundation's calendar`(zone: String) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    var generator = SeededGenerator(seed: 19)
    for _ in 0..<1_500 {
      let date = Int.random(in: 0..<1_900_000_000, using: &generator)
      let now = date + Int.random(in: 200_000..<400_000_000, using: &generator)
      let age = try Self.steps(date, now, zone).current
      let component: Calendar.Component =
        switch age.unit {
        case .year: .year
        case .month: .month
        default: .day
        }
      let begin = Date(timeIntervalSince1970: TimeInterval(date))
      let passed = calendar.dateComponents([component], from: begin, to: Date(timeIntervalSince1970: TimeInterval(now)))
      let count = try #require(passed.value(for: component))
      #expect(age.count == (age.unit == .week ? count / 7 : count), "\(date) \(now) \(age)")
    }
  }

  @Test func `what happened within a second has no fraction of it`() throws {
    let formatter = LocaleFormatter(locale: Locale(identifier: "en_US"), timeZone: .gmt)
    let date = Date(timeIntervalSince1970: 1_714_746_600.9)
    let change = try #require(formatter.relativeDateChanges(date, now: date))
    #expect(change == Date(timeIntervalSince1970: 1_714_746_660))
    #expect(formatter.relativeDate(date, now: change) == "1 minute ago")
    #expect(formatter.relativeDate(date, now: change - 0.001) == "now")
  }
}
