/// The elements of an array, one after the other.
struct UnkeyedReader: UnkeyedDecodingContainer {
  private let document: JSONDocument
  // Small enough for the whole to fit where Swift keeps such a value without memory of its own.
  private let array: UInt32
  private var next: UInt32
  private var position: UInt32 = 0

  init(document: JSONDocument, array: Int) throws {
    guard document.values[array].kind == .array else { throw document.mismatch([Any].self, at: array) }
    self.document = document
    self.array = UInt32(array)
    next = UInt32(array + 1)
  }

  private var end: UInt32 { document.values[Int(array)].next }

  var codingPath: [any CodingKey] { document.path(to: Int(array)) }
  var currentIndex: Int { Int(position) }
  var isAtEnd: Bool { next >= end }

  var count: Int? {
    var count = 0
    var at = array + 1
    while at < end {
      at = document.values[Int(at)].next
      count += 1
    }
    return count
  }

  /// Reads an element and moves past it; one that cannot be read stays the next.
  private mutating func element<Value>(_ type: Value.Type, _ read: (Int) throws -> Value) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(
          codingPath: codingPath + [JSONKey(intValue: currentIndex)], debugDescription: "the array ends before"))
    }
    let value = try read(Int(next))
    next = document.values[Int(next)].next
    position += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, document.isNull(at: Int(next)) else {
      // Throws at the end.
      if isAtEnd { _ = try element(Any?.self) { _ in nil } }
      return false
    }
    return try element(Bool.self) { _ in true }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try element(type, document.flag) }
  mutating func decode(_ type: String.Type) throws -> String { try element(type, document.string) }
  mutating func decode(_ type: Double.Type) throws -> Double { try element(type, document.floating) }
  mutating func decode(_ type: Float.Type) throws -> Float { try element(type, document.floating) }
  mutating func decode(_ type: Int.Type) throws -> Int { try element(type, document.integer) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try element(type, document.integer) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try element(type, document.integer) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try element(type, document.integer) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try element(type, document.integer) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try element(type, document.integer) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try element(type, document.integer) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try element(type, document.integer) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try element(type, document.integer) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try element(type, document.integer) }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try element(type) { [document] in try document.decode(type, at: $0) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try element(KeyedDecodingContainer<NestedKey>.self) { [document] in
      try ValueDecoder(document: document, index: $0).container(keyedBy: type)
    }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try element((any UnkeyedDecodingContainer).self) { [document] in try UnkeyedReader(document: document, array: $0) }
  }

  mutating func superDecoder() throws -> any Decoder {
    try element((any Decoder).self) { [document] in ValueDecoder(document: document, index: $0) }
  }
}
