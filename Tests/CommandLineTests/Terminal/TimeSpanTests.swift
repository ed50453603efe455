import Foundation
import Testing

@testable import CastwireCommand

struct TimeSpanTests {
  @Test(arguments: [
    (-5, "0 s"), (0, "0 s"), (119, "119 s"), (120, "2 min"), (7_199, "119 min"), (7_200, "2 h"), (172_799, "47 h"),
    (172_800, "2 days"),
  ])
  func `a span has one unit`(seconds: Int, expected: String) {
    #expect(TimeSpan.text(seconds: seconds) == expected)
  }

  @Test(arguments: [(-60.0, "60 s ago"), (0.0, "now"), (0.4, "now"), (90.0, "in 90 s"), (-7_200.0, "2 h ago")])
  func `a moment is before or to come`(offset: Double, expected: String) {
    let now = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(TimeSpan.text(from: now.addingTimeInterval(offset), now: now) == expected)
  }
}
