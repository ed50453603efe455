/// A value that a type writes itself to.
struct ValueEncoder: Encoder {
  let writer: JSONWriter
  let level: Place

  var codingPath: [any CodingKey] { writer.path(of: level.index - 1) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    writer.begin(.object, level)
    return KeyedEncodingContainer(KeyedWriter(writer: writer, level: level))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.begin(.array, level)
    return UnkeyedWriter(writer: writer, level: level)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    self
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  @discardableResult
  private func begin() -> Int {
    writer.begin(.value, level)
    return writer.out.count
  }

  func encodeNil() {
    begin()
    writer.writeNull()
  }

  func encode(_ value: Bool) {
    begin()
    writer.write(value)
  }

  func encode(_ value: String) {
    begin()
    writer.out.append(jsonString: value)
  }

  func encode(_ value: Double) throws {
    let start = begin()
    do {
      try writer.write(number: value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }

  func encode(_ value: Float) throws {
    let start = begin()
    do {
      try writer.write(number: value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }

  private func encode(integer: some FixedWidthInteger) {
    begin()
    writer.out.append(integer)
  }

  func encode(_ value: Int) { encode(integer: value) }
  func encode(_ value: Int8) { encode(integer: value) }
  func encode(_ value: Int16) { encode(integer: value) }
  func encode(_ value: Int32) { encode(integer: value) }
  func encode(_ value: Int64) { encode(integer: value) }
  func encode(_ value: UInt) { encode(integer: value) }
  func encode(_ value: UInt8) { encode(integer: value) }
  func encode(_ value: UInt16) { encode(integer: value) }
  func encode(_ value: UInt32) { encode(integer: value) }
  func encode(_ value: UInt64) { encode(integer: value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    let start = begin()
    do {
      try writer.write(value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }
}
