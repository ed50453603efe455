/// The members of an object.
struct KeyedReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let document: JSONDocument
  private let object: Int
  private let members: Range<Int>

  init(document: JSONDocument, object: Int, _ members: Range<Int>) {
    self.document = document
    self.object = object
    self.members = members
  }

  var codingPath: [any CodingKey] { document.path(to: object) }

  var allKeys: [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(members.count)
    var at = object + 1
    for _ in members {
      if let key = Key(stringValue: document.string(of: document.values[at])) { keys.append(key) }
      at = Int(document.values[at + 1].next)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool {
    document.value(of: key.stringValue, in: members) != nil
  }

  private func index(_ key: Key) throws -> Int {
    guard let index = document.value(of: key.stringValue, in: members) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "\"\(key.stringValue)\" is missing"))
    }
    return index
  }

  /// Where a value stands; nil where there is none, or null.
  private func indexIfPresent(_ key: Key) -> Int? {
    guard let index = document.value(of: key.stringValue, in: members), !document.isNull(at: index) else { return nil }
    return index
  }

  // MARK: What must be there

  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(at: try index(key)) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try document.flag(at: index(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try document.string(at: index(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try document.floating(at: index(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try document.floating(at: index(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try document.integer(at: index(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try document.integer(at: index(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try document.integer(at: index(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try document.integer(at: index(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try document.integer(at: index(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try document.integer(at: index(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try document.integer(at: index(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try document.integer(at: index(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try document.integer(at: index(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try document.integer(at: index(key)) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.decode(type, at: index(key))
  }

  // MARK: What may be there
  // The usual types of optional fields, with one look where the protocol's own have three.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try indexIfPresent(key).map { try document.flag(at: $0) }
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try indexIfPresent(key).map { try document.string(at: $0) }
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try indexIfPresent(key).map { try document.floating(at: $0) }
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try indexIfPresent(key).map { try document.integer(at: $0) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let index = indexIfPresent(key) else { return nil }
    return try document.decode(type, at: index)
  }

  // MARK: What stands within

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try ValueDecoder(document: document, index: index(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try UnkeyedReader(document: document, array: index(key))
  }

  func superDecoder() throws -> any Decoder {
    guard let index = document.value(of: "super", in: members) else {
      throw DecodingError.keyNotFound(
        JSONKey(stringValue: "super"),
        DecodingError.Context(codingPath: codingPath, debugDescription: "\"super\" is missing"))
    }
    return ValueDecoder(document: document, index: index)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    ValueDecoder(document: document, index: try index(key))
  }
}
