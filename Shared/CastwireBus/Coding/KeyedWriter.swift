/// Writes the members of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter
  let level: Place

  var codingPath: [any CodingKey] { writer.path(of: level.index - 1) }

  @discardableResult
  private func begin(_ key: Key) -> Int {
    writer.beginMember(key.stringValue, level)
  }

  func encodeNil(forKey key: Key) {
    begin(key)
    writer.writeNull()
  }

  func encode(_ value: Bool, forKey key: Key) {
    begin(key)
    writer.write(value)
  }

  func encode(_ value: String, forKey key: Key) {
    begin(key)
    writer.out.append(jsonString: value)
  }

  func encode(_ value: Double, forKey key: Key) throws {
    let start = begin(key)
    do {
      try writer.write(number: value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    let start = begin(key)
    do {
      try writer.write(number: value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }

  private func encode(integer: some FixedWidthInteger, forKey key: Key) {
    begin(key)
    writer.out.append(integer)
  }

  func encode(_ value: Int, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: Int8, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: Int16, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: Int32, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: Int64, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: UInt, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: UInt8, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: UInt16, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: UInt32, forKey key: Key) { encode(integer: value, forKey: key) }
  func encode(_ value: UInt64, forKey key: Key) { encode(integer: value, forKey: key) }

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    let start = begin(key)
    do {
      try writer.write(value)
    } catch {
      writer.undo(to: start, level)
      throw error
    }
  }

  // MARK: What is written apart

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    begin(key)
    return writer.child(at: level).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    begin(key)
    return writer.child(at: level).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    writer.beginMember("super", level)
    return writer.child(at: level)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    begin(key)
    return writer.child(at: level)
  }
}
