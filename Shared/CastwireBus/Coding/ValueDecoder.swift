/// A place in a document, for a type to read itself from.
struct ValueDecoder: Decoder {
  let document: JSONDocument
  let index: Int

  var codingPath: [any CodingKey] { document.path(to: index) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedReader(document: document, object: index, try document.members(ofObject: index)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(document: document, array: index)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    self
  }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(at: index) }
  func decode(_ type: Bool.Type) throws -> Bool { try document.flag(at: index) }
  func decode(_ type: String.Type) throws -> String { try document.string(at: index) }
  func decode(_ type: Double.Type) throws -> Double { try document.floating(at: index) }
  func decode(_ type: Float.Type) throws -> Float { try document.floating(at: index) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(at: index) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(at: index) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(at: index) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(at: index) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(at: index) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(at: index) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(at: index) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(at: index) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(at: index) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(at: index) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try document.decode(type, at: index) }
}
