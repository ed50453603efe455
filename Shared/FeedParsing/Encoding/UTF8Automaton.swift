/// UTF-8 as an automaton of nine states: a state is the place of the next one in a byte's 64-bit row, so that a step is
/// one shift.
enum UTF8Automaton {
  static let reject: UInt64 = 0
  static let accept: UInt64 = 6
  private static let one: UInt64 = 12
  private static let two: UInt64 = 18
  private static let three: UInt64 = 24
  private static let afterE0: UInt64 = 30
  private static let afterED: UInt64 = 36
  private static let afterF0: UInt64 = 42
  private static let afterF4: UInt64 = 48

  static let transitions: [UInt64] = (0..<256).map { byte in
    var row: UInt64 = 0
    func go(from state: UInt64, to next: UInt64) { row |= next << state }
    switch byte {
    case 0..<0x80: go(from: accept, to: accept)
    case 0xc2...0xdf: go(from: accept, to: one)
    case 0xe0: go(from: accept, to: afterE0)
    case 0xed: go(from: accept, to: afterED)
    case 0xe1...0xef: go(from: accept, to: two)
    case 0xf0: go(from: accept, to: afterF0)
    case 0xf4: go(from: accept, to: afterF4)
    case 0xf1...0xf3: go(from: accept, to: three)
    case 0x80..<0xc0:
      go(from: one, to: accept)
      go(from: two, to: one)
      go(from: three, to: two)
      go(from: byte >= 0xa0 ? afterE0 : afterED, to: one)
      if byte >= 0x90 { go(from: afterF0, to: two) } else { go(from: afterF4, to: two) }
    default: break
    }
    return row
  }
}
