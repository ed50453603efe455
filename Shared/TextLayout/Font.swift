internal import CHarfBuzz

/// A font file, opened with HarfBuzz. Measures are in units of the font, which shaping then has no cause to round.
final class Font {
  let handle: OpaquePointer
  /// How many of the font's units make up its size.
  let unitsPerEm: Double
  /// Whether its glyphs are pictures in colour, as those of emoji are.
  let isColour: Bool

  init(path: String) throws(FontError) {
    // A file is mapped, so that only the tables in use take up memory.
    guard let blob = hb_blob_create_from_file_or_fail(path) else {
      throw .unusable(path: path, reason: "it cannot be read")
    }
    defer { hb_blob_destroy(blob) }
    // Of a collection the first is taken.
    guard let face = hb_face_create(blob, 0) else { throw .unusable(path: path, reason: "there is no memory left") }
    defer { hb_face_destroy(face) }
    guard hb_face_count(blob) > 0, hb_face_get_glyph_count(face) > 0 else {
      throw .unusable(path: path, reason: "it is no OpenType or TrueType font")
    }
    guard let font = hb_font_create(face) else { throw .unusable(path: path, reason: "there is no memory left") }
    handle = font
    unitsPerEm = Double(hb_face_get_upem(face))
    isColour =
      hb_ot_color_has_png(face) != 0 || hb_ot_color_has_layers(face) != 0 || hb_ot_color_has_svg(face) != 0
  }

  deinit { hb_font_destroy(handle) }

  /// Whether the font has a glyph for a character.
  func has(_ scalar: Unicode.Scalar) -> Bool {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(handle, scalar.value, &glyph) != 0
  }
}
