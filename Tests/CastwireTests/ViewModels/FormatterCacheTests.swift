@testable import Castwire
import Foundation
import Synchronization
import Testing

struct FormatterCacheTests {
  /// Santiago turns its clocks at midnight, Lord Howe by half an hour, and Amsterdam once was 19 minutes and 32 seconds off.
  @Test(arguments: ["America/Santiago", "Australia/Lord_Howe", "Europe/Amsterdam"])
  func keptDatesAreThoseThatAFreshFormatterGives(timeZone: String) throws {
    let zone = try #require(TimeZone(identifier: timeZone))
    let locale = Locale(identifier: "en_US")
    let fresh = DateFormatter()
    fresh.locale = locale
    fresh.timeZone = zone
    fresh.dateStyle = .short
    let kept = LocaleFormatter(locale: locale, timeZone: zone)
    for year in [-3_000_000_000.0, -1_200_000_000, 1_700_000_000] {
      for step in 0..<1000 {
        let date = Date(timeIntervalSince1970: year + Double(step) * 31_013)
        #expect(kept.date(date) == fresh.string(from: date), "\(date)")
      }
    }
  }

  @Test func moreValuesThanAreKeptAreStillRight() {
    let formatter = LocaleFormatter(locale: Locale(identifier: "ja_JP"), timeZone: .gmt)
    for _ in 1...2 {
      for seconds in 1...(LocaleFormatter.capacity + 10) {
        let text = [(seconds / 3600, "時間"), (seconds / 60 % 60, "分"), (seconds % 60, "秒")]
          .filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined(separator: " ")
        #expect(formatter.duration(Double(seconds)) == text)
        #expect(formatter.date(Date(timeIntervalSince1970: Double(seconds) * 86_400)) != nil)
      }
    }
    #expect(formatter.date(Date(timeIntervalSince1970: 0)) == "1970/01/01")
  }

  @Test func `more days than are kept are still counted by the zone's clock`() throws {
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    let localTime = LocalTime(timeZone: zone)
    for pass in 1...2 {
      for day in 0...(LocalTime.capacity + 10) {
        let moment = day * 86_400 + pass * 30_000
        let local = localTime.day(of: moment)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(moment)))
        #expect(local.day * 86_400 + local.timeOfDay == moment + offset)
      }
    }
  }

  @Test func `more ages than are kept are still right`() {
    let formatter = LocaleFormatter(locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)
    let beginning = Date(timeIntervalSince1970: -62_000_000_000)
    for _ in 1...2 {
      for years in 2...(LocaleFormatter.capacity + 10) {
        let later = beginning + Double(years) * 365.2425 * 86_400 + 86_400 * 40
        #expect(formatter.relativeDate(beginning, now: later) == "\(years) years ago")
        guard years < 100 else { continue }
        #expect(formatter.relativeDate(later, now: beginning) == "in \(years) years")
      }
    }
  }

  @Test func moreLocalesThanAreKeptAreStillRight() throws {
    let zones = TimeZone.knownTimeZoneIdentifiers.prefix(FormatterCache.capacity + 10)
    for zone in zones {
      let context = FormattingContext(
        locale: Locale(identifier: "en_US"), timeZone: try #require(TimeZone(identifier: zone)), now: .distantPast)
      #expect(FormatterCache.withFormatter(of: context) { $0.duration(90) ?? "" } == "1 min, 30 sec")
    }
  }

  @Test func threadsAgree() throws {
    let contexts = try ["en_US", "de_DE", "ja_JP", "ar_EG"].map { try FormattingContext.of($0) }
    let episodes = (0..<500).map {
      Episode.with(duration: Double($0 * 37 + 1), date: Date(timeIntervalSince1970: Double($0) * 86_400))
    }
    let alone = contexts.map { context in episodes.map { EpisodeCellViewModel(episode: $0, context: context) } }
    let differing = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      let which = worker % contexts.count
      let cells = episodes.map { EpisodeCellViewModel(episode: $0, context: contexts[which]) }
      if cells != alone[which] { differing.withLock { $0 += 1 } }
    }
    #expect(differing.withLock { $0 } == 0)
    #expect(Set(alone).count == contexts.count)
  }
}
