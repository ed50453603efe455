import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

@testable import Formatter

/// Words that time changes.
@Suite(.timeLimit(.minutes(5)))
struct RenewalTests {
  private static let start = Date(timeIntervalSince1970: 1_700_000_000)

  /// Videos from an hour to ten years old, most of them young, as a channel's are.
  private func videos(_ count: Int) -> [Video] {
    var random = SeededGenerator(seed: 7)
    return (0..<count).map { number in
      let age = 3_600 * pow(24 * 3_650, Double.random(in: 0...1, using: &random))
      return video(number, uploaded: Self.start - age.rounded())
    }
  }

  @Test(arguments: [1, 30, 365])
  func `after so many days exactly those cells are renewed whose words changed`(days: Int) throws {
    let bench = try FormatterBench(renewalRate: 5_000)
    let videos = videos(10_000)
    for start in stride(from: 0, to: videos.count, by: 500) {
      try bench.apply(try videos[start..<start + 500].map { try bench.event(.added, $0) })
    }
    let moment = Self.start + Double(days) * 86_400
    bench.now = moment
    let renewed = try bench.work()

    func cell(_ video: Video, at now: Date) throws -> VideoCellViewModel {
      VideoCellViewModel(
        video: video, context: FormattingContext(locale: try LocaleName("en_US").locale, timeZone: .gmt, now: now))
    }
    var expected: [String: VideoCellViewModel] = [:]
    for video in videos {
      let now = try cell(video, at: moment)
      if try cell(video, at: Self.start) != now { expected[video.id] = now }
    }
    // Years, at the least, pass for some and for others not.
    #expect((1..<10_000).contains(expected.count))
    #expect(renewed.count == expected.count)
    var actual: [String: VideoCellViewModel] = [:]
    for event in renewed {
      let cell = try event.videoCell
      #expect(cell.reason == .stale)
      #expect(try #require(cell.staleAt) > moment)
      actual[event.subject] = cell.cell
    }
    #expect(actual == expected)
    #expect(try bench.counters["staleCells"] == 0)
    #expect(try bench.work().isEmpty)
  }

  @Test func `the longest stale are renewed first, and no more in a second than the rate says`() throws {
    let bench = try FormatterBench(renewalRate: 50)
    for number in 0..<500 { try bench.apply(.added, video(number, uploaded: Self.start - Double(number * 600))) }
    let staleAt = Dictionary(
      uniqueKeysWithValues: try bench.events.map { ($0.subject, try #require(try $0.videoCell.staleAt)) })
    // A month of rest, and a start.
    bench.now += 30 * 86_400
    try bench.reopen()
    var order: [Date] = []
    var busiest = 0
    while order.count < 500 {
      let begin = bench.steady
      var second = 0
      while bench.steady < begin + .seconds(1) {
        let events = try bench.step() ?? []
        second += events.count
        order += events.compactMap { staleAt[$0.subject] }
        bench.steady += .milliseconds(10)
      }
      busiest = max(busiest, second)
    }
    #expect(order == order.sorted())
    #expect(busiest <= 55, "the rate, and one step where the seconds meet")
    #expect(busiest >= 45)
  }

  @Test func `what the catalog says does not wait for a month of stale cells`() throws {
    let bench = try FormatterBench(renewalRate: 200)
    for number in 0..<1_000 { try bench.apply(.added, video(number, uploaded: Self.start - Double(number))) }
    bench.now += 30 * 86_400
    // What one turn of the loop does at the most before it takes the next batch.
    #expect(try #require(try bench.step()).count <= 20)
    #expect(try bench.step() == nil)
    #expect(try bench.apply(.added, video(1_000, uploaded: bench.now))[0].videoCell.reason == .new)
    #expect(try bench.counters["staleCells"] == 980)
    #expect(try #require(bench.counters["oldestStaleSeconds"]) > 29 * 86_400)
  }

  @Test func `words that stay get another time to go stale, and no event`() throws {
    let bench = try FormatterBench(locales: ["en_US"])
    try bench.apply(.added, video(1, uploaded: Self.start - 400 * 86_400))
    try bench.sql("UPDATE cell SET stale_at = 1700000010")
    try bench.reopen()
    bench.now += 20
    #expect(try bench.work().isEmpty)
    let staleAt = try bench.list(kind: .video)[0]["staleAt"] as? String
    #expect(staleAt == "2024-10-10T22:13:20Z", "when it is two years old")
    #expect(try bench.counters["renewedCells"] == 1)
  }

  @Test func `nothing is due before a cell goes stale, and the clock is looked at within half a minute`() throws {
    let bench = try FormatterBench()
    #expect(bench.nextWork == nil)
    try bench.apply(.added, episode(1))
    #expect(bench.nextWork == nil)
    try bench.apply(.added, video(1, uploaded: Self.start))
    bench.steady = .now
    #expect(try bench.step() == nil)
    let next = try #require(bench.nextWork)
    #expect(next > .now && next <= .now + .seconds(30))
  }

  @Test func `a renewal that is killed goes on where it was`() throws {
    let bench = try FormatterBench(renewalRate: 100)
    for number in 0..<200 { try bench.apply(.added, video(number, uploaded: Self.start - Double(number))) }
    bench.now += 7_200
    var renewed: [Event] = []
    for _ in 0..<20 {
      renewed += try #require(try bench.step())
      try bench.reopen()
    }
    #expect(renewed.count == 200)
    #expect(Set(renewed.map(\.subject)).count == 200)
    #expect(try bench.work().isEmpty)
  }

  // MARK: Clocks that jump

  @Test func `after a clock that was set back a day all cells say what is so then`() throws {
    let bench = try FormatterBench(locales: ["en_US", "fr_FR"])
    for number in 0..<300 { try bench.apply(.added, video(number, uploaded: Self.start - Double(number * 3_600))) }
    try bench.apply(.added, episode(1))
    bench.now -= 86_400
    try expectRight(bench)
    #expect(bench.events.filter { $0.time.rawValue < 1_700_000_000_000 }.isEmpty, "the log's time never goes back")
    // Back again, while the service was not running.
    bench.now += 86_400 + 30
    try bench.reopen()
    try expectRight(bench)
  }

  @Test func `a clock a year ahead renews all that it makes stale, and its return brings the words back`() throws {
    let bench = try FormatterBench()
    for number in 0..<300 { try bench.apply(.added, video(number, uploaded: Self.start - Double(number * 3_600))) }
    bench.now += 365 * 86_400
    try expectRight(bench)
    #expect(bench.events.count == 600)
    bench.now -= 365 * 86_400
    try bench.reopen()
    try expectRight(bench)
    #expect(bench.events.count == 900)
    #expect(try bench.work().isEmpty)
  }

  /// Works until nothing is left to do; then each newest cell is that which the view model makes now.
  private func expectRight(_ bench: FormatterBench) throws {
    try bench.work()
    var newest: [String: CellEvent<VideoCellViewModel>] = [:]
    for event in bench.events where event.member("kind").map({ $0.elementsEqual(#""video""#.utf8) }) == true {
      let cell = try event.videoCell
      newest["\(cell.locale) \(event.subject)"] = cell
    }
    #expect(newest.count >= 300)
    for number in 0..<300 {
      let video = video(number, uploaded: Self.start - Double(number * 3_600))
      for locale in Set(newest.values.map(\.locale)) {
        let context = FormattingContext(locale: try LocaleName(locale).locale, timeZone: .gmt, now: bench.now)
        #expect(newest["\(locale) \(video.id)"]?.cell == VideoCellViewModel(video: video, context: context))
      }
    }
  }
}
