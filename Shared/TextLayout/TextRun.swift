internal import CHarfBuzz

/// A stretch of text that is shaped at once: one font, one script, one direction.
struct TextRun: Equatable {
  var range: Range<Int>
  let font: Int
  let script: hb_script_t
  let isRightToLeft: Bool
}
