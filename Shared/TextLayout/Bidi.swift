internal import CICU

/// The directions of a paragraph (UAX #9), whose own is that of its first strong character.
final class Bidi {
  private let handle: OpaquePointer
  /// Whether anything in the paragraph goes from right to left.
  private(set) var isBidirectional = false
  /// Whether the paragraph as a whole does.
  private(set) var isRightToLeft = false
  private var count = 0

  init() throws(FontError) {
    guard let handle = castwire_bidi_open() else { throw .noBreakRules("U_MEMORY_ALLOCATION_ERROR") }
    self.handle = handle
  }

  deinit { castwire_bidi_close(handle) }

  /// From now on questions are about this text, which has to stay where it is until the next is set.
  func set(_ text: UnsafeBufferPointer<UInt16>) {
    count = text.count
    isBidirectional = text.contains(where: Self.mayTurn)
    isRightToLeft = false
    guard isBidirectional else { return }
    var status = U_ZERO_ERROR
    castwire_bidi_set_paragraph(handle, text.baseAddress, Int32(text.count), &status)
    // Only a lack of memory makes it fail, which ends a Swift program wherever it happens.
    precondition(status.rawValue <= U_ZERO_ERROR.rawValue, String(cString: castwire_error_name(status)))
    isRightToLeft = castwire_bidi_paragraph_level(handle) & 1 == 1
  }

  /// The direction at an offset, and where it ends.
  func level(at offset: Int) -> (isRightToLeft: Bool, end: Int) {
    guard isBidirectional else { return (false, count) }
    var end: Int32 = 0
    var level: UInt8 = 0
    castwire_bidi_run(handle, Int32(offset), &end, &level)
    return (level & 1 == 1, Int(end))
  }

  /// Scripts written from right to left, the first halves of such beyond the basic plane, and formatting characters.
  private static func mayTurn(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x590...0x8FF, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xD802...0xD803, 0xD83A...0xD83B, 0xFB1D...0xFDFF,
      0xFE70...0xFEFF:
      true
    default: false
    }
  }
}
