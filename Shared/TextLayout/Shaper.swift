internal import CHarfBuzz

/// One paragraph at a time: its breaks, its directions, and how far each of its characters takes the line.
final class Shaper {
  let breaks: TextBreaks
  let bidi: Bidi
  /// How many UTF-16 units were shaped so far: what the work is in proportion to.
  private(set) var shapedUnits = 0
  private let fonts: FontSet
  private let itemizer: Itemizer
  private let buffer: OpaquePointer

  init(fonts: FontSet) throws(FontError) {
    self.fonts = fonts
    breaks = try TextBreaks()
    bidi = try Bidi()
    itemizer = Itemizer(fonts: fonts, breaks: breaks, bidi: bidi)
    // Where there is no memory HarfBuzz gives its empty buffer, with which shaping does nothing.
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  /// From now on the paragraph is this text, which has to stay where it is until the next is set.
  func set(_ text: UnsafeBufferPointer<UInt16>) {
    breaks.set(text)
    bidi.set(text)
  }

  /// Shapes a part of the paragraph as it stands there: letters at its ends join with those outside.
  func shape(_ text: UnsafeBufferPointer<UInt16>, in range: Range<Int>) -> ShapedText {
    shapedUnits += range.count
    var shaped = ShapedText(range: range)
    for run in itemizer.runs(of: text, in: range) {
      shape(text, run, into: &shaped)
    }
    shaped.sum()
    return shaped
  }

  /// How wide a text is that stands alone, in ems. It becomes the paragraph, and is none when this returns.
  func width(of text: [UInt16]) -> Double {
    text.withUnsafeBufferPointer { text in
      set(text)
      return shape(text, in: 0..<text.count).width
    }
  }

  private func shape(_ text: UnsafeBufferPointer<UInt16>, _ run: TextRun, into shaped: inout ShapedText) {
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(
      buffer, text.baseAddress, Int32(text.count), UInt32(run.range.lowerBound), Int32(run.range.count))
    hb_buffer_set_direction(buffer, run.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, run.script)
    let font = fonts[run.font]
    hb_shape(font.handle, buffer, nil, 0)

    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    for index in 0..<Int(count) {
      shaped.add(
        Double(positions[index].x_advance) / font.unitsPerEm, at: Int(glyphs[index].cluster),
        isSafeToBreak: glyphs[index].mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0)
    }
  }
}
