import Testing

@testable import CastwireCommand

struct ServiceLogLineTests {
  private let plain = Style(isColoured: false)

  private func text(_ line: String, width: Int? = nil, style: Style? = nil) -> String {
    ServiceLogLine(written: line).text("catalog", colour: .blue, width: width, style: style ?? plain)
  }

  private let entry = """
    {"time":"2026-11-30T07:20:06.123Z","level":"warning","service":"catalog","message":"late","head":"12","feed":"f"}
    """

  @Test func `an entry is shown with its fields in order of name`() {
    #expect(text(entry).dropFirst(8) == "  catalog      late  feed=f  head=12")
  }

  @Test func `on a terminal fields go that do not fit`() {
    #expect(text(entry, width: 37).hasSuffix("late  feed=f"))
    #expect(text(entry, width: 10).hasSuffix("late"))
  }

  @Test func `last words of a crash are shown as they are, without control characters`() {
    #expect(text("Fatal error: \u{1B}[31mhere").hasSuffix("catalog      Fatal error: [31mhere"))
    #expect(text("{broken").hasSuffix("{broken"))
  }

  @Test func `a warning is coloured`() {
    #expect(text(entry, style: Style(isColoured: true)).contains("\u{1B}[33mlate\u{1B}[0m"))
  }
}
