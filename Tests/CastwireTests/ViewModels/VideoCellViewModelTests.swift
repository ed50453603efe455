import Castwire
import CastwireBus
import Foundation
import Testing

struct VideoCellViewModelTests {
  private static let now = Date(timeIntervalSince1970: 1_714_800_000)

  private static func video(
    title: String? = nil, channel: String? = nil, views: Int? = nil, age: Double? = nil
  ) -> Video {
    var item = FeedItem()
    item.title = title
    item.numberOfViews = views
    item.publicationDate = age.map { now - $0 }
    return Video(
      id: Examples.videoID, channelID: Examples.feedID, item: item,
      channel: channel.map { ChannelSummary(name: $0, profileImageURL: nil) })
  }

  private static func cell(_ video: Video, _ locale: String = "en_US") throws -> VideoCellViewModel {
    VideoCellViewModel(
      video: video, context: FormattingContext(locale: try LocaleName(locale).locale, timeZone: .gmt, now: now))
  }

  @Test func `what is not known is left out`() throws {
    let twoYears = 2.0 * 366 * 86_400
    #expect(try Self.cell(Self.video()).subtitle == "")
    #expect(try Self.cell(Self.video(channel: "Tide")).subtitle == "Tide")
    #expect(try Self.cell(Self.video(views: 0)).subtitle == "0 views")
    #expect(try Self.cell(Self.video(views: 1)).subtitle == "1 view")
    #expect(try Self.cell(Self.video(age: twoYears)).subtitle == "2 years ago")
    #expect(try Self.cell(Self.video(channel: "Tide", views: 1)).subtitle == "Tide • 1 view")
    #expect(try Self.cell(Self.video(channel: "Tide", age: twoYears)).subtitle == "Tide • 2 years ago")
    #expect(try Self.cell(Self.video(views: 7, age: twoYears)).subtitle == "7 views • 2 years ago")
    #expect(
      try Self.cell(Self.video(channel: "TaylorSwiftVEVO", views: 1_604_684_607, age: twoYears)).subtitle
        == "TaylorSwiftVEVO • 1,604,684,607 views • 2 years ago")
  }

  @Test(arguments: [nil, "", " \n", "\u{200b}\u{feff}", "\u{a0}"])
  func `a blank title is untitled, and a blank channel is none`(text: String?) throws {
    let cell = try Self.cell(Self.video(title: text, channel: text, views: 2))
    #expect(cell.title == "<untitled>")
    #expect(cell.subtitle == "2 views")
  }

  @Test(arguments: [Int.min, -1])
  func `less than no views are not shown`(views: Int) throws {
    #expect(try Self.cell(Self.video(views: views)).subtitle == "")
  }

  @Test func `the most views that there can be are shown`() throws {
    #expect(try Self.cell(Self.video(views: .max)).subtitle == "9,223,372,036,854,775,807 views")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -300_000_000_000])
  func `nonsense is no date, and does not go stale`(age: Double) throws {
    let video = Self.video(age: age)
    #expect(try Self.cell(video).subtitle == "")
    #expect(VideoCellViewModel.staleAt(video, in: try .of("en_US")) == nil)
  }

  @Test func `a video without a date does not go stale`() throws {
    #expect(VideoCellViewModel.staleAt(Self.video(views: 3), in: try .of("en_US")) == nil)
  }

  @Test(arguments: ["en_US", "ar_EG", "th_TH", "fa_IR", "ja_JP"])
  func `a cell says the same until it is stale, and something else then`(locale: String) throws {
    let video = Self.video(channel: "Tide", views: 5, age: 90)
    let zone = try #require(TimeZone(identifier: "America/New_York"))
    var now = Self.now
    // Sixty minutes, a day's hours, six days, four weeks, eleven months, and years.
    for _ in 0..<120 {
      func context(_ now: Date) throws -> FormattingContext {
        FormattingContext(locale: try LocaleName(locale).locale, timeZone: zone, now: now)
      }
      let cell = VideoCellViewModel(video: video, context: try context(now))
      let staleAt = try #require(VideoCellViewModel.staleAt(video, in: context(now)))
      #expect(staleAt > now)
      #expect(VideoCellViewModel(video: video, context: try context(staleAt - 0.001)) == cell)
      #expect(VideoCellViewModel(video: video, context: try context(staleAt)) != cell)
      now = staleAt
    }
    #expect(now > Self.now + 10 * 365 * 86_400)
  }

  /// A name beside numbers in a line of the other direction.
  @Test(arguments: [
    ("en_US", "Tide", "Tide • 2 views"), ("en_US", "Café 海 4", "Café 海 4 • 2 views"),
    ("en_US", "ערוץ", "\u{2068}ערוץ\u{2069} • 2 views"),
    ("en_US", "قناة Tide", "\u{2068}قناة Tide\u{2069} • 2 views"), ("en_US", "24", "24 • 2 views"),
    ("he", "ערוץ", "ערוץ • 2 צפיות"), ("he", "Tide", "\u{2068}Tide\u{2069} • 2 צפיות"),
    ("he", "海", "\u{2068}海\u{2069} • 2 צפיות"), ("he", "24", "24 • 2 צפיות"),
    ("ar", "قناة", "قناة • مشاهدتان"),
    // A control that would turn the rest of the line around, and one that would end the isolate.
    ("en_US", "a\u{202e}b", "ab • 2 views"), ("he", "a\u{2069}b", "\u{2068}ab\u{2069} • 2 צפיות"),
  ])
  func `a channel's name keeps its direction to itself`(locale: String, name: String, subtitle: String) throws {
    let found = try Self.cell(Self.video(channel: name, views: 2), locale).subtitle
    #expect(Array(found.unicodeScalars) == Array(subtitle.unicodeScalars), "\(found)")
  }

  @Test func `json has what there is`() throws {
    #expect(
      String(decoding: try BusCoder.encode(Self.cell(Self.video())), as: UTF8.self)
        == #"{"subtitle":"","title":"<untitled>"}"#)
    let cell = Examples.videoCell
    #expect(try BusCoder.decode(VideoCellViewModel.self, from: BusCoder.encode(cell)) == cell)
  }
}
