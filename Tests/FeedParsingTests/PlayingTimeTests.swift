import Testing

@testable import FeedParsing

struct PlayingTimeTests {
  @Test(
    arguments: [
      ("3723", 3723), ("3723.5", 3723.5), ("3723,5", 3723.5), ("3,600", 3600), ("12,345", 12_345), (" 12 \n", 12),
      ("62:03", 3723), ("1:02:03", 3723), ("01:02:03.500", 3723.5), ("1:02:03,5", 3723.5), ("00:45", 45),
      ("1:2:3", 3723),
      ("1 : 02 : 03", 3723), ("12:34 min", 754), ("1:30 h", 5400), ("01:30 hours", 5400), ("1:02:03 h", 3723),
      ("0:30:", 1800),
      ("1h 2m 3s", 3723), ("1h2m3s", 3723), ("1H 2M", 3720), ("1h05", 3900), ("5m30", 330), ("90 minutes", 5400),
      ("90min.", 5400), ("1 hr 5 mins", 3900), ("1 hr. 5 min.", 3900), ("1 hour and 5 minutes", 3900),
      ("1 hour, 5 minutes", 3900),
      ("1.5 hours", 5400), ("1,5 h", 5400), ("45 sec", 45), ("~45 min", 2700), ("1500 ms", 1.5),
      ("2 Std. 5 Min.", 7500),
      ("2 Stunden 5 Minuten 3 Sekunden", 7503), ("1 heure 5 minutes", 3900), ("2 ore 5 minuti", 7500),
      ("1 uur 5 min", 3900),
      ("1 час 5 минут", 3900), ("5 мин 3 сек", 303), ("1時間2分3秒", 3723), ("90分钟", 5400), ("1시간 5분", 3900),
      ("5'30\"", 330), ("2 days", 172_800),
      ("PT1H2M3S", 3723), ("pt1h2m3.5s", 3723.5), ("PT90M", 5400), ("P1DT1H", 90_000), ("P0Y0M0DT0H5M0S", 300),
      ("P1W", 604_800),
      ("P1H", 3600), ("PT1H2M", 3720), ("PT0,5S", 0.5),
    ] as [(String, Double)])
  func `a playing time is read in seconds`(text: String, seconds: Double) throws {
    let read = try #require(withView(text, PlayingTime.seconds))
    #expect(abs(read - seconds) < 1e-6)
  }

  @Test(arguments: [
    "", "0", "00:00:00", "PT0S", "0 min", "-5", "about an hour", "1:2:3:4", "1;30", "abc", ":", "PT", "P", "P1Y", "P1M",
    "PT1", "P1S2", "h", "1 month", "1 parsec", "5 5", "1:xx", "1:30 parsecs", "99999999999", "1..5", "and 5 min",
    "1h 2m x", "\u{ff11}\u{ff12}", "NaN", "inf", "1e3",
  ])
  func `what is no playing time is none`(text: String) {
    #expect(withView(text, PlayingTime.seconds) == nil)
  }

  @Test(arguments: [
    ("0", true), (" 00:00:00 ", true), ("", true), ("PT0S", true), ("0 min", true), ("x", false), ("5", false),
  ])
  func `no time at all is no mistake`(text: String, isZero: Bool) throws {
    #expect(withView(text, PlayingTime.isZero) == isZero)
  }
}
