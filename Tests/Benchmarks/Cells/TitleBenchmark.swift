internal import CHarfBuzz
internal import Foundation
internal import TextLayout

/// Measures how many titles a second are laid out for a telephone's list, on one core, beside HarfBuzz alone.
struct TitleBenchmark {
  /// What a list of 375 points leaves for a title.
  private static let width = 291.0

  let runs: Int
  let count: Int

  func run() throws {
    let files = try FontFiles()
    print(
      """
      titles laid out a second of processor time, \(count) of each sort, no two alike, 14 points in \(Int(Self.width)): the
      median of \(runs); how many have one line, two, or two and are cut; and HarfBuzz alone, shaping each in the first font
      """)
    print(row("", "a second", "one", "two", "cut", "HarfBuzz"))
    try measure("mixed", SampleTitles.mixed(count), files)
    for language in SampleTitles.Language.allCases {
      try measure(language.rawValue, SampleTitles.titles(count, in: language), files)
    }
    print("No title is kept; fonts of characters take 64 KiB for each typesetter. Memory at most: \(Self.peak()) KiB")
  }

  private func measure(_ name: String, _ titles: [String], _ files: FontFiles) throws {
    let typesetter = try TitleTypesetter(fonts: files)
    var counts = (one: 0, two: 0, cut: 0)
    for title in titles {
      let layout = typesetter.layout(title, width: Self.width)
      if layout.isCut { counts.cut += 1 } else if layout.lines.count == 1 { counts.one += 1 } else { counts.two += 1 }
    }
    var lines = 0
    let rates = (0..<runs).map { _ in
      Double(titles.count)
        / Measuring.seconds(1) {
          for title in titles { lines &+= typesetter.layout(title, width: Self.width).lines.count }
        }
    }
    precondition(lines == runs * (counts.one + 2 * (counts.two + counts.cut)), "a title has the same lines each time")
    let shares = [counts.one, counts.two, counts.cut].map { "\(100 * $0 / titles.count) %" }
    let alone = try BareShaping(path: files.paths[0]).rate(titles)
    print(row(name, "\(Int(Measuring.median(rates)))", shares[0], shares[1], shares[2], "\(Int(alone))"))
  }

  private static func peak() -> Int {
    var usage = rusage()
    getrusage(RUSAGE_SELF.rawValue, &usage)
    return usage.ru_maxrss
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [10, 10, 6, 6, 6, 10])
  }
}

/// The yardstick: HarfBuzz shapes each title as one run.
private struct BareShaping {
  private let font: OpaquePointer
  private let buffer: OpaquePointer

  init(path: String) throws {
    guard let blob = hb_blob_create_from_file_or_fail(path), let buffer = hb_buffer_create(),
      let font = hb_font_create(hb_face_create(blob, 0))
    else { throw CocoaError(.fileReadUnknown) }
    self.font = font
    self.buffer = buffer
  }

  func rate(_ titles: [String]) -> Double {
    var total = 0
    let seconds = Measuring.seconds(1) {
      for var title in titles {
        title.withUTF8 { bytes in
          hb_buffer_clear_contents(buffer)
          bytes.withMemoryRebound(to: CChar.self) {
            hb_buffer_add_utf8(buffer, $0.baseAddress, Int32($0.count), 0, Int32($0.count))
          }
        }
        hb_buffer_guess_segment_properties(buffer)
        hb_shape(font, buffer, nil, 0)
        var count: UInt32 = 0
        let positions = hb_buffer_get_glyph_positions(buffer, &count)
        for index in 0..<Int(count) { total &+= Int(positions?[index].x_advance ?? 0) }
      }
    }
    precondition(total > 0)
    return Double(titles.count) / seconds
  }
}
