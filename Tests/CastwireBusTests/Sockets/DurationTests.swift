import CastwireBus
import Testing

struct DurationTests {
  @Test func `a wait is rounded up, is never negative and at most a day`() {
    #expect(Duration.milliseconds(5).wholeMilliseconds == 5)
    #expect(Duration.microseconds(5_001).wholeMilliseconds == 6)
    #expect(Duration.nanoseconds(1).wholeMilliseconds == 1)
    #expect(Duration.zero.wholeMilliseconds == 0)
    #expect(Duration.milliseconds(-1).wholeMilliseconds == 0)
    #expect(Duration.seconds(-100_000_000_000).wholeMilliseconds == 0)
    #expect(Duration.seconds(1_000_000_000_000).wholeMilliseconds == 86_400_000)
  }
}
