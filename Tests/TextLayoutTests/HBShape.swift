import Foundation
import TestSupport
import Testing
import TextLayout

/// HarfBuzz's own program, as the independent judge of widths.
enum HBShape {
  static let path = "/usr/bin/hb-shape"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// How wide each of some texts is in 14-point type: the sum of the advances that the program prints.
  ///
  /// `font` is the name of a file that is installed. Texts that need several fonts are given in parts.
  static func widths(of texts: [String], font: String, direction: String = "ltr") async throws -> [Double] {
    let file = try #require(FontFiles().paths.first { $0.hasSuffix("/\(font)") }, "\(font) is installed")
    // A millionth of a point a unit: what a glyph's advance is rounded to is far below any difference that matters.
    let process = try ServiceProcess(
      path,
      arguments: [
        "--font-file=\(file)", "--font-size=14000000", "--direction=\(direction)", "--output-format=json",
        "--no-glyph-names", "--no-clusters",
      ], environment: ["LC_ALL": "C.UTF-8"], input: Array((texts.joined(separator: "\n") + "\n").utf8))
    let status = await process.waitForExit(within: .seconds(60))
    try #require(status == .exited(0), "\(process.lines)")
    return try String(decoding: process.output, as: UTF8.self).split(separator: "\n").map { line in
      let glyphs = try JSONDecoder().decode([Glyph].self, from: Data(line.utf8))
      return Double(glyphs.reduce(0) { $0 + $1.ax }) / 1_000_000
    }
  }

  private struct Glyph: Decodable {
    let ax: Int
  }
}
