/// What the named character references of HTML stand for. Case matters.
struct EntityTable: Sendable {
  /// One name of the table and what it stands for, in 64 bits; 0 is none.
  struct Entity {
    fileprivate let bits: UInt64

    fileprivate init(bits: UInt64) {
      self.bits = bits
    }

    fileprivate init(nameStart: Int, scalars: (UInt32, UInt32), isLegacy: Bool) {
      bits = UInt64(nameStart) << 48 | UInt64(isLegacy ? 1 : 0) << 42 | UInt64(scalars.1) << 21 | UInt64(scalars.0)
    }

    var scalar: Unicode.Scalar { Unicode.Scalar(UInt32(bits & 0x1f_ffff)) ?? "\u{fffd}" }

    /// Some names stand for two characters, most of these for a sign and a stroke through it.
    var second: Unicode.Scalar? {
      let value = UInt32(bits >> 21 & 0x1f_ffff)
      return value == 0 ? nil : Unicode.Scalar(value)
    }

    /// Whether the name is also read without a semicolon after it, as old pages have it.
    var isLegacy: Bool { bits >> 42 & 1 == 1 }

    /// Where the name begins in the text that the table was made of.
    fileprivate var nameStart: Int { Int(bits >> 48) }
  }

  static let standard = EntityTable(EntityNames.text)

  /// A hash table with linear probing. Half of it is free, and names are compared as a whole, so that nothing is ever
  /// taken for something else.
  private let slots: [UInt64]
  private let text: StaticString
  private static let bits: UInt64 = 12
  private static let mask = 1 << Int(bits) - 1

  private init(_ text: StaticString) {
    var slots = [UInt64](repeating: 0, count: EntityTable.mask + 1)
    var position = 0
    while position < text.utf8CodeUnitCount {
      let start = position
      while !EntityTable.endsName(text.utf8Start[position]) { position += 1 }
      let name = ByteView(UnsafeBufferPointer(start: text.utf8Start + start, count: position - start))
      let isLegacy = text.utf8Start[position] == UInt8(ascii: ",")
      let first = EntityTable.readNumber(text, &position)
      let isPair = position < text.utf8CodeUnitCount && text.utf8Start[position] == UInt8(ascii: "+")
      let second = isPair ? EntityTable.readNumber(text, &position) : 0
      var slot = NameHash(exactly: name).spread(overBits: EntityTable.bits)
      while slots[slot] != 0 { slot = (slot + 1) & EntityTable.mask }
      slots[slot] = Entity(nameStart: start, scalars: (first, second), isLegacy: isLegacy).bits
      position += 1
    }
    self.slots = slots
    self.text = text
  }

  /// What `name` stands for, which is given without the ampersand and the semicolon.
  @inline(__always)
  subscript(name: ByteView) -> Entity? {
    var slot = NameHash(exactly: name).spread(overBits: EntityTable.bits)
    while slots[slot] != 0 {
      let entity = Entity(bits: slots[slot])
      if isName(name, at: entity.nameStart) { return entity }
      slot = (slot + 1) & EntityTable.mask
    }
    return nil
  }

  private static func endsName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",")
  }

  @inline(__always)
  private func isName(_ name: ByteView, at start: Int) -> Bool {
    guard start + name.count < text.utf8CodeUnitCount else { return false }
    for index in 0..<name.count where text.utf8Start[start + index] != name[index] { return false }
    return EntityTable.endsName(text.utf8Start[start + name.count])
  }

  /// The hexadecimal number after the mark at `position`, which is moved past it.
  private static func readNumber(_ text: StaticString, _ position: inout Int) -> UInt32 {
    var value: UInt32 = 0
    position += 1
    while position < text.utf8CodeUnitCount, let digit = ASCII.hexValue(text.utf8Start[position]) {
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
