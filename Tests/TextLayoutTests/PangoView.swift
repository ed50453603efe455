import Foundation
import TestSupport
import Testing

/// Pango's program that draws text.
enum PangoView {
  static let path = "/usr/bin/pango-view"
  static var isThere: Bool { FileManager.default.isExecutableFile(atPath: path) }

  /// Of the picture that Pango draws, in pixels; 72 of them are an inch, so that one is a point.
  static func height(of text: String, width: Double) async throws -> Int {
    let folder = try TemporaryDirectory()
    let picture = "\(folder.path)/text.png"
    let process = try ServiceProcess(
      path,
      arguments: [
        "--no-display", "--dpi=72", "--font=DejaVu Sans 14", "--hinting=none", "--subpixel-positions",
        "--hint-metrics=off",
        "--margin=0", "--wrap=word-char", "--width=\(Int(width))", "--text=\(text)", "--output=\(picture)",
      ], environment: ["LC_ALL": "C.UTF-8"])
    let status = await process.waitForExit(within: .seconds(60))
    try #require(status == .exited(0), "\(process.lines)")
    // A PNG file has its height, big-endian, at byte 20.
    let bytes = try Data(contentsOf: URL(filePath: picture))
    return bytes[20..<24].reduce(0) { $0 << 8 | Int($1) }
  }
}
