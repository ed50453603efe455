internal import CICU

/// Where text may be divided: between lines (UAX #14, with ICU's dictionaries for scripts without spaces) and between
/// grapheme clusters (UAX #29).
final class TextBreaks {
  private let lines: OpaquePointer
  private let graphemes: OpaquePointer

  init() throws(FontError) {
    lines = try Self.open(UBRK_LINE)
    do {
      graphemes = try Self.open(UBRK_CHARACTER)
    } catch {
      castwire_break_close(lines)
      throw error
    }
  }

  deinit {
    castwire_break_close(lines)
    castwire_break_close(graphemes)
  }

  /// From now on questions are about this text, which has to stay where it is until the next is set.
  func set(_ text: UnsafeBufferPointer<UInt16>) {
    var status = U_ZERO_ERROR
    castwire_break_set_text(lines, text.baseAddress, Int32(text.count), &status)
    castwire_break_set_text(graphemes, text.baseAddress, Int32(text.count), &status)
    // Only a lack of memory makes it fail, which ends a Swift program wherever it happens.
    precondition(status.rawValue <= U_ZERO_ERROR.rawValue, Self.name(of: status))
  }

  /// Nil where there is none but the ends of the text.
  func lineBreak(before offset: Int) -> Int? {
    let found = castwire_break_preceding(lines, Int32(offset))
    return found > 0 ? Int(found) : nil
  }

  func lineBreak(after offset: Int) -> Int? {
    let found = castwire_break_following(lines, Int32(offset))
    return found > 0 ? Int(found) : nil
  }

  func graphemeBoundary(before offset: Int) -> Int? {
    let found = castwire_break_preceding(graphemes, Int32(offset))
    return found > 0 ? Int(found) : nil
  }

  func graphemeBoundary(after offset: Int) -> Int? {
    let found = castwire_break_following(graphemes, Int32(offset))
    return found > 0 ? Int(found) : nil
  }

  func isGraphemeBoundary(_ offset: Int) -> Bool {
    castwire_break_is_boundary(graphemes, Int32(offset)) != 0
  }

  private static func open(_ type: UBreakIteratorType) throws(FontError) -> OpaquePointer {
    var status = U_ZERO_ERROR
    guard let iterator = castwire_break_open(type, &status), status.rawValue <= U_ZERO_ERROR.rawValue else {
      throw .noBreakRules(name(of: status))
    }
    return iterator
  }

  private static func name(of status: UErrorCode) -> String {
    String(cString: castwire_error_name(status))
  }
}
