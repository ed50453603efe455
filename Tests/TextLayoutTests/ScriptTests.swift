import Testing
import TextLayout

/// Each script against the widths that HarfBuzz's own program gives.
@Suite(.timeLimit(.minutes(5)), .enabled(if: HBShape.isThere))
struct ScriptTests {
  /// Points: less than any screen shows, and more than roundings are off by.
  private static let little = 0.001

  @Test(arguments: ScriptSample.all)
  func `A title is as wide as its glyphs`(_ sample: ScriptSample) async throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    let judged = try await sample.widths(of: [sample.title])[0]
    #expect(abs(typesetter.width(of: sample.title) - judged) < Self.little)
  }

  @Test(arguments: ScriptSample.all)
  func `A title has one line where it fits and two where it is wider by a hair`(_ sample: ScriptSample) async throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    let judged = try await sample.widths(of: [sample.title])[0]
    #expect(typesetter.layout(sample.title, width: judged + Self.little).lines == [sample.title])
    let wrapped = typesetter.layout(sample.title, width: judged - Self.little)
    #expect(wrapped.lines.count == 2)
    #expect(!wrapped.isCut)
  }

  @Test(arguments: ScriptSample.all)
  func `Two lines are filled to the last word that fits, and cut when they are full`(_ sample: ScriptSample)
    async throws
  {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    let splits = (1..<sample.parts.count).map { place in
      (Self.line(sample.parts[..<place]), Self.line(sample.parts[place...]))
    }
    let firsts = try await sample.widths(of: splits.map(\.0))
    let seconds = try await sample.widths(of: splits.map(\.1))
    let best = try #require(splits.indices.min { max(firsts[$0], seconds[$0]) < max(firsts[$1], seconds[$1]) })
    let edge = max(firsts[best], seconds[best])

    let fitting = typesetter.layout(sample.title, width: edge + Self.little)
    #expect(fitting.lines == [splits[best].0, splits[best].1])
    #expect(!fitting.isCut)

    let narrower = edge - Self.little
    let cut = typesetter.layout(sample.title, width: narrower)
    #expect(cut.isCut)
    let place = try #require(splits.indices.last { firsts[$0] <= narrower })
    #expect(cut.lines.first == splits[place].0)
    try await expectFull(try #require(cut.lines.last), of: splits[place].1, width: narrower, sample)
  }

  /// The cut line fits, and with one more character it would not.
  private func expectFull(_ line: String, of rest: String, width: Double, _ sample: ScriptSample) async throws {
    try #require(line.last == "…")
    let kept = String(line.dropLast())
    #expect(rest.hasPrefix(kept))
    var longer = rest.prefix(kept.count + 1)
    // A space before the ellipsis is not shown: the next line is the one with the character after it.
    if longer.last == " " { longer = rest.prefix(kept.count + 2) }
    let widths = try await sample.widths(of: [line, longer + "…"])
    #expect(widths[0] <= width + Self.little)
    #expect(widths[1] > width - Self.little)
  }

  private static func line(_ parts: ArraySlice<String>) -> String {
    let line = parts.joined()
    return line.last == " " ? String(line.dropLast()) : line
  }
}
