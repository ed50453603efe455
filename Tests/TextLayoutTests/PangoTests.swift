import Testing
import TextLayout

/// Lines against those of Pango, which breaks text with tables of its own.
@Suite(.timeLimit(.minutes(5)), .enabled(if: PangoView.isThere))
struct PangoTests {
  @Test(arguments: ScriptSample.all.filter { $0.font == $0.spaceFont })
  func `Pango has one line and two where we have`(_ sample: ScriptSample) async throws {
    let typesetter = try TitleTypesetter(fonts: FontFiles())
    // Its widths are whole points.
    let whole = typesetter.width(of: sample.title).rounded(.up)
    let oneLine = try await PangoView.height(of: sample.title, width: whole)
    #expect(try await PangoView.height(of: sample.title, width: 10 * whole) == oneLine)
    let twoLines = try await PangoView.height(of: sample.title, width: whole - 1)
    #expect(twoLines > oneLine)
    #expect(typesetter.layout(sample.title, width: whole).lines.count == 1)
    #expect(typesetter.layout(sample.title, width: whole - 1).lines.count == 2)

    let edge = try #require((1..<Int(whole)).first { !typesetter.layout(sample.title, width: Double($0)).isCut })
    #expect(try await PangoView.height(of: sample.title, width: Double(edge)) == twoLines)
    #expect(try await PangoView.height(of: sample.title, width: Double(edge - 1)) > twoLines)
  }
}
