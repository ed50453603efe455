import Castwire
import Foundation
import Testing

@testable import CastwireCommand

struct CellTextTests {
  private let plain = Style(isColoured: false)

  /// A cell by way of JSON, as the formatter sends it.
  private func cell(_ title: String, _ info: String, _ description: String?) throws -> EpisodeCellViewModel {
    let texts = ["title": title, "info": info, "description": description].compactMapValues(\.self)
    return try JSONDecoder().decode(EpisodeCellViewModel.self, from: try JSONEncoder().encode(texts))
  }

  @Test func `a cell has a line for each of its texts`() throws {
    let lines = CellText.lines(
      try cell("Fog", "1 hr • 2/10/26", "Eleven days\nof white."), podcast: "Ledger", margin: "  ", width: 40,
      style: plain)
    #expect(lines == ["  ▌ Fog · Ledger", "  ▌ 1 hr • 2/10/26", "  ▌ Eleven days of white."])
  }

  @Test func `texts that are missing take no line`() throws {
    #expect(CellText.lines(try cell("Fog", "", nil), podcast: nil, width: nil, style: plain) == ["▌ Fog"])
  }

  @Test(arguments: [20, 30, 80]) func `no line is wider than the terminal`(width: Int) throws {
    let long = String(repeating: "漢字 and more ", count: 40)
    let lines = CellText.lines(try cell(long, long, long), podcast: long, margin: "   ", width: width, style: plain)
    #expect(lines.count == 3)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= width })
  }
}
