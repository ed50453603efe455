/// What the named character references of HTML stand for. Case matters.
struct EntityTable: Sendable {
  struct Entity {
    let scalar: Unicode.Scalar
    /// Some names stand for two characters, most of these for a sign and a stroke through it.
    let second: Unicode.Scalar?
    /// Whether the name is also read without a semicolon after it, as old pages have it.
    let isLegacy: Bool
  }

  static let standard = EntityTable(EntityNames.text)

  /// A hash table with linear probing: where each name begins in the text, or `free`. Half of it is free, and names are
  /// compared as a whole, so that nothing is ever taken for something else.
  private let slots: [UInt16]
  private let text: StaticString
  private static let free = UInt16.max
  private static let bits: UInt64 = 12
  private static let mask = 1 << Int(bits) - 1

  private init(_ text: StaticString) {
    var slots = [UInt16](repeating: EntityTable.free, count: EntityTable.mask + 1)
    var position = 0
    while position < text.utf8CodeUnitCount {
      let start = position
      var hash = NameHash()
      while EntityTable.isOfName(text.utf8Start[position]) {
        hash.combineExactly(text.utf8Start[position])
        position += 1
      }
      var slot = hash.spread(overBits: EntityTable.bits)
      while slots[slot] != EntityTable.free { slot = (slot + 1) & EntityTable.mask }
      slots[slot] = UInt16(start)
      while position < text.utf8CodeUnitCount, text.utf8Start[position] != UInt8(ascii: " ") { position += 1 }
      position += 1
    }
    self.slots = slots
    self.text = text
  }

  /// What `name` stands for, which is given without the ampersand and the semicolon.
  subscript(name: ByteView) -> Entity? {
    var hash = NameHash()
    for index in 0..<name.count { hash.combineExactly(name[index]) }
    var slot = hash.spread(overBits: EntityTable.bits)
    while slots[slot] != EntityTable.free {
      let start = Int(slots[slot])
      if isName(name, at: start) { return entity(at: start + name.count) }
      slot = (slot + 1) & EntityTable.mask
    }
    return nil
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: ":") && byte != UInt8(ascii: ",")
  }

  private func isName(_ name: ByteView, at start: Int) -> Bool {
    guard start + name.count < text.utf8CodeUnitCount else { return false }
    for index in 0..<name.count where text.utf8Start[start + index] != name[index] { return false }
    return !EntityTable.isOfName(text.utf8Start[start + name.count])
  }

  /// Of the mark after a name and the numbers that follow it.
  private func entity(at mark: Int) -> Entity {
    var numbers: (UInt32, UInt32) = (0, 0)
    var position = mark + 1
    while position < text.utf8CodeUnitCount, let digit = ASCII.hexValue(text.utf8Start[position]) {
      numbers.0 = numbers.0 << 4 | UInt32(digit)
      position += 1
    }
    if position < text.utf8CodeUnitCount, text.utf8Start[position] == UInt8(ascii: "+") {
      position += 1
      while position < text.utf8CodeUnitCount, let digit = ASCII.hexValue(text.utf8Start[position]) {
        numbers.1 = numbers.1 << 4 | UInt32(digit)
        position += 1
      }
    }
    return Entity(
      scalar: Unicode.Scalar(numbers.0) ?? "\u{fffd}", second: numbers.1 == 0 ? nil : Unicode.Scalar(numbers.1),
      isLegacy: text.utf8Start[mark] == UInt8(ascii: ","))
  }
}
