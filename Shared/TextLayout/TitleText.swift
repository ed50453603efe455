/// A title as it is laid out: one paragraph in UTF-16, as ICU and HarfBuzz take it.
struct TitleText {
  /// How many code units of a title are looked at: a hundred lines' worth. What comes after is cut off.
  static let limit = 4096
  static let space: UInt16 = 0x20
  static let ellipsis: UInt16 = 0x2026

  private(set) var units: [UInt16] = []
  /// Whether the title was longer than the limit, so that its end is an ellipsis.
  private(set) var isCut = false

  /// Spaces, tabs and line ends become one space, as in HTML, and none at either end; other control characters are left
  /// out, since no font draws them.
  init(_ title: String) {
    units.reserveCapacity(min(title.utf8.count, Self.limit + 4))
    var spaceIsDue = false
    for scalar in title.unicodeScalars {
      switch scalar.value {
      case 0x20, 0x09...0x0D, 0x85, 0x2028, 0x2029:
        spaceIsDue = !units.isEmpty
      case 0x00...0x1F, 0x7F...0x9F:
        continue
      default:
        if units.count >= Self.limit {
          isCut = true
          units.append(Self.ellipsis)
          return
        }
        if spaceIsDue { units.append(Self.space) }
        spaceIsDue = false
        if let unit = UInt16(exactly: scalar.value) {
          units.append(unit)
        } else {
          units.append(contentsOf: scalar.utf16)
        }
      }
    }
    while let last = units.last, Self.isSpace(last) { units.removeLast() }
  }

  /// Whether a character is white space that vanishes at the end of a line: no-break spaces do not.
  static func isSpace(_ unit: UInt16) -> Bool {
    switch unit {
    case space, 0x1680, 0x2000...0x2006, 0x2008...0x200A, 0x205F, 0x3000: true
    default: false
    }
  }
}
