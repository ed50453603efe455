internal import CastwireBus
internal import Storage

extension Value {
  static func number(_ integer: Int) -> Value {
    .integer(Int64(integer))
  }

  static func hash(orNull hash: Int64?) -> Value {
    hash.map { .integer($0) } ?? .null
  }

  static func place(_ position: Position) -> Value {
    .integer(Int64(position.rawValue))
  }

  /// An entity's id: the bytes of the UUID that it is, and its text where it is none.
  static func id(_ id: String) -> Value {
    guard let halves = UUIDText.halves(of: id) else { return .text(id) }
    return .blob(
      [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
        for index in 0..<8 {
          buffer[index] = UInt8(truncatingIfNeeded: halves.high >> UInt64(56 - 8 * index))
          buffer[index + 8] = UInt8(truncatingIfNeeded: halves.low >> UInt64(56 - 8 * index))
        }
        count = 16
      })
  }
}

extension Row {
  /// An entity's id, as `Value.id` stored it.
  func id(_ column: Int32) -> String {
    guard storageClass(column) == .blob else { return text(column) }
    return withBytes(column) { bytes in
      // Another tool may have put anything there.
      guard bytes.count == 16 else { return "" }
      return UUIDText.text(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
  }

  func hash(_ column: Int32) -> Int64 {
    Int64(integer(column))
  }

  func optionalHash(_ column: Int32) -> Int64? {
    isNull(column) ? nil : hash(column)
  }

  func kind(_ column: Int32) -> EntityKind? {
    EntityKind(rawValue: integer(column))
  }
}
