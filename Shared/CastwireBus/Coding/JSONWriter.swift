internal import Foundation

/// What one encoding has written so far. Values are written one after the other as their types say them; an object's
/// members are put in order when it is over.
final class JSONWriter {
  enum Kind {
    case nothing, object, array, value
  }

  /// A value that is being written.
  struct Level {
    var kind = Kind.nothing
    /// Tells it from others that were at the same depth.
    let serial: Int
    /// Where its bytes begin.
    let start: Int
    /// Where its members begin among all.
    let firstMember: Int
    var count = 0
    /// Whether its members came in order and hold all that they should.
    var isInOrder = true
    var hasEscapedNames = false
  }

  /// A member that was written, or an element of an array that is written elsewhere.
  struct Member {
    /// The name's first bytes.
    var beginning: UInt64 = 0
    /// Where its name's quote stands.
    let start: Int
    /// Without quotes, with escapes.
    var nameLength = 0
    var end = 0
    /// Which of `children` writes the value, where it is not written in place.
    var child: Int?
  }

  // Without checks at run time, a quarter of the time that writing takes: no function that changes one of these calls
  // anything that is not in this type or the buffer's, and one thread writes.
  @exclusivity(unchecked) var out: OutputBuffer
  @exclusivity(unchecked) var levels: [Level] = []
  @exclusivity(unchecked) var members: [Member] = []
  var children: [JSONWriter] = []
  /// How many objects and arrays are open.
  private(set) var nesting: Int
  private var lastSerial = 0
  /// Where the value is that this writes.
  let root: [any CodingKey]

  /// - Parameters:
  ///   - root: where the value stands in another, and
  ///   - nesting: how deep.
  init(root: [any CodingKey] = [], nesting: Int = 0) {
    out = OutputBuffer(capacity: 1_024)
    self.root = root
    self.nesting = nesting
    levels.reserveCapacity(8)
    members.reserveCapacity(32)
  }

  /// What was written.
  var json: [UInt8] {
    Array(out.bytes)
  }

  // MARK: Values

  /// Writes a value of any type.
  func write<Value: Encodable>(_ value: Value) throws {
    // Each cast is to the type that was just compared to the value's.
    if Value.self == String.self { return out.append(jsonString: unsafeBitCast(value, to: String.self)) }
    if Value.self == Date.self { return ISO8601.write(unsafeBitCast(value, to: Date.self), to: &out) }
    if Value.self == RawJSON.self { return out.append(unsafeBitCast(value, to: RawJSON.self).bytes) }
    if Value.self == URL.self { return out.append(jsonString: unsafeBitCast(value, to: URL.self).absoluteString) }
    _ = try writeLevel(of: value) { level in
      try value.encode(to: ValueEncoder(writer: self, level: level))
      return true
    }
  }

  /// Writes a value that has a level of its own.
  ///
  /// - Parameter body: writes the value, and gives false where that is to be taken back.
  /// - Returns: what `body` gave.
  func writeLevel(of value: some Encodable, _ body: (Place) throws -> Bool) throws -> Bool {
    let (start, count, depth, nesting) = (out.count, members.count, levels.count, nesting)
    // A value may have levels that do not show in JSON, but not without end.
    guard depth < 4 * Limits.documentDepth else { throw tooDeep(value, depth) }
    func takeBack() {
      out.truncate(to: start)
      members.removeSubrange(count...)
      levels.removeSubrange(depth...)
      self.nesting = nesting
    }
    do {
      guard try body(pushLevel()) else {
        takeBack()
        return false
      }
      try popLevel()
      return true
    } catch {
      // Whoever catches this may go on with another value.
      takeBack()
      throw error
    }
  }

  func write<Number: BinaryFloatingPoint & CustomStringConvertible & Encodable>(number: Number) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number,
        EncodingError.Context(
          codingPath: path(of: levels.count - 1), debugDescription: "JSON has no number \(number)"))
    }
    // Up to there every integer has digits of its own.
    if number.magnitude
      < Number(sign: .plus, exponent: Number.Exponent(Number.significandBitCount + 1), significand: 1),
      let integer = Int64(exactly: number),
      integer != 0 || number.sign == .plus
    {
      return out.append(integer)
    }
    // The shortest digits that read back as the same number.
    var digits = number.description
    if digits.hasSuffix(".0") { digits.removeLast(2) }
    digits.withUTF8 { out.append($0) }
  }

  func write(_ flag: Bool) {
    out.append(flag ? "true" : "false")
  }

  func writeNull() {
    out.append("null")
  }

  // MARK: Levels

  func pushLevel() -> Place {
    lastSerial += 1
    levels.append(Level(serial: lastSerial, start: out.count, firstMember: members.count))
    return Place(index: levels.count - 1, serial: lastSerial)
  }

  /// Ends the innermost value.
  func popLevel() throws {
    let depth = levels.count - 1
    guard nesting <= Limits.documentDepth else { throw tooDeep("\(levels[depth].kind)", depth) }
    switch levels[depth].kind {
    case .value: break
    case .object: try finishObject(depth)
    case .array: try finishArray(depth)
    // A type that writes nothing has no fields.
    case .nothing: out.append("{}")
    }
    members.removeSubrange(levels[depth].firstMember...)
    if levels[depth].kind == .object || levels[depth].kind == .array { nesting -= 1 }
    levels.removeLast()
  }

  private func tooDeep(_ value: Any, _ depth: Int) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path(of: depth - 1), debugDescription: "values nest deeper than \(Limits.documentDepth)"))
  }

  /// Makes sure that a container may write.
  func check(_ place: Place) {
    // As every writer that streams: a value must be whole before the next begins.
    precondition(
      place.index == levels.count - 1 && levels[place.index].serial == place.serial,
      "a value is written to an encoder that is over, or while one of its values is not")
  }

  /// Says what the value of an encoder is. It may ask again, but not for another kind.
  func begin(_ kind: Kind, _ place: Place) {
    check(place)
    precondition(
      levels[place.index].kind == .nothing || levels[place.index].kind == kind && kind != .value,
      "one value is written as two")
    if levels[place.index].kind == .nothing, kind != .value { nesting += 1 }
    levels[place.index].kind = kind
  }

  /// Takes back a member, an element or a single value that could not be written whole, for whoever catches the error
  /// and goes on.
  ///
  /// - Parameter start: where it began, with its comma.
  func undo(to start: Int, _ place: Place) {
    out.truncate(to: start)
    switch levels[place.index].kind {
    case .object:
      members.removeLast()
      levels[place.index].count -= 1
    case .array: levels[place.index].count -= 1
    case .value, .nothing: levels[place.index].kind = .nothing
    }
  }
}

/// Which of a writer's levels an encoder or a container is of.
struct Place {
  let index: Int
  let serial: Int
}
