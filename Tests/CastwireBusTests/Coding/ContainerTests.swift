import CastwireBus
import Foundation
import TestSupport
import Testing

/// The whole of Codable's interface, as types may use it.
struct ContainerTests {
  private enum Key: String, CodingKey {
    case a, b, c, d, e, `super`
  }

  /// Whatever a closure writes.
  private struct Written: Encodable {
    let write: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws {
      try write(encoder)
    }
  }

  private func json(_ write: @escaping (any Encoder) throws -> Void) throws -> String {
    String(decoding: try BusCoder.encode(Written(write: write)), as: UTF8.self)
  }

  /// Both coders write the same.
  private func expectSame(_ write: @escaping (any Encoder) throws -> Void) throws {
    #expect(try BusCoder.encode(Written(write: write)) == FoundationCoder.encode(Written(write: write)))
  }

  @Test func `members are in the order of their names, however they were written`() throws {
    #expect(
      try json { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(1, forKey: .c)
        try container.encode("x", forKey: .a)
        try container.encodeNil(forKey: .e)
        try container.encode([true], forKey: .b)
      } == #"{"a":"x","b":[true],"c":1,"e":null}"#)
  }

  @Test(arguments: [1, 2, 5, 31, 32, 33, 34, 200])
  func `so are those of dictionaries, by their bytes`(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    var names = (0..<count).map { "the same beginning \($0)" }
    names += [
      "", "a", "ab", "A", "\u{E4}", "\u{1F399}", "\u{FFFD}", "a\"b", "a\\b", "a\nb", "a\u{0}", "a\u{1F}b", "a b",
    ]
    names.shuffle(using: &generator)
    let value = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.utf8.count) })
    let json = try BusCoder.encode(value)
    #expect(try json == FoundationCoder.encode(value))
    #expect(try BusCoder.decode([String: Int].self, from: json) == value)
  }

  @Test func `two containers of one value make one object`() throws {
    try expectSame { encoder in
      var first = encoder.container(keyedBy: Key.self)
      try first.encode(1, forKey: .b)
      var second = encoder.container(keyedBy: Key.self)
      try second.encode(2, forKey: .a)
      try first.encode(3, forKey: .c)
    }
  }

  @Test func `a name that is written twice is refused, and the place is named`() throws {
    let error = try #require(
      throws: EncodingError.self,
      performing: {
        try BusCoder.encode([
          "x": Written { encoder in
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(1, forKey: .b)
            try container.encode(2, forKey: .a)
            try container.encode(3, forKey: .b)
          }
        ])
      })
    guard case .invalidValue(_, let context) = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["x"])
    #expect(context.debugDescription == "\"b\" is written twice into one object")
  }

  @Test func `nested containers may be written to in turns`() throws {
    try expectSame { encoder in
      var container = encoder.container(keyedBy: Key.self)
      var nested = container.nestedContainer(keyedBy: Key.self, forKey: .d)
      try container.encode("x", forKey: .b)
      var list = container.nestedUnkeyedContainer(forKey: .a)
      try nested.encode(1, forKey: .b)
      try list.encode(2)
      try container.encode([1, 2], forKey: .c)
      var inner = list.nestedContainer(keyedBy: Key.self)
      try nested.encode(1.5, forKey: .a)
      try list.encode("y")
      var innerList = list.nestedUnkeyedContainer()
      try innerList.encode(Date(timeIntervalSince1970: 0))
      try inner.encode(false, forKey: .a)
      #expect(list.count == 4)
    }
    try expectSame { encoder in
      var list = encoder.unkeyedContainer()
      try list.encodeNil()
      _ = list.nestedUnkeyedContainer()
      _ = list.nestedContainer(keyedBy: Key.self)
      var single = list.superEncoder().singleValueContainer()
      try single.encode(7)
      try list.encode(UInt8(8))
    }
  }

  @Test func `nothing written to a container is an empty one`() throws {
    try expectSame { _ = $0.unkeyedContainer() }
    try expectSame { _ = $0.container(keyedBy: Key.self) }
    try expectSame { encoder in
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(Written { _ in }, forKey: .a)
    }
  }

  @Test func `whoever catches an error may go on`() throws {
    #expect(
      try json { encoder in
        var container = encoder.container(keyedBy: Key.self)
        try? container.encode(Double.nan, forKey: .a)
        try? container.encode(["x": [1, Double.infinity]], forKey: .b)
        try container.encode(1, forKey: .c)
        var list = container.nestedUnkeyedContainer(forKey: .d)
        try? list.encode(Double.nan)
        try? list.encode([Float.nan])
        try list.encode(2)
      } == #"{"c":1,"d":[2]}"#)
  }

  @Test func `a class and its superclass are written and read`() throws {
    let json = try BusCoder.encode(Derived(a: 1, b: 2))
    #expect(String(decoding: json, as: UTF8.self) == #"{"b":2,"super":{"a":1}}"#)
    let read = try BusCoder.decode(Derived.self, from: json)
    #expect(read.a == 1 && read.b == 2)
    #expect(throws: DecodingError.self) { try BusCoder.decode(Derived.self, from: Array(#"{"b":2}"#.utf8)) }
  }

  private class Base: Codable {
    let a: Int

    init(a: Int) {
      self.a = a
    }
  }

  private final class Derived: Base {
    let b: Int

    init(a: Int, b: Int) {
      self.b = b
      super.init(a: a)
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      b = try container.decode(Int.self, forKey: .b)
      try super.init(from: try container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(b, forKey: .b)
      try super.encode(to: container.superEncoder())
    }
  }

  private struct EveryType: Codable, Equatable {
    var flag = true
    var text = "x"
    var double = 1.5
    var float: Float = 0.25
    var int = -1
    var int8: Int8 = -8
    var int16: Int16 = -16
    var int32: Int32 = -32
    var int64: Int64 = .min
    var uint: UInt = 1
    var uint8: UInt8 = 8
    var uint16: UInt16 = 16
    var uint32: UInt32 = 32
    var uint64: UInt64 = .max
    var date = Date(timeIntervalSince1970: 1_796_025_185)
    var optional: [Int?] = [1, nil]
    var choice: [Choice] = [.first, .second(number: 2, text: "y")]
    var keyed = [1: "a", 2: "b"]
    var nested = [["a": [0.5]]]
    var nothing: String?
  }

  private enum Choice: Codable, Equatable {
    case first
    case second(number: Int, text: String)
  }

  @Test func `every type of Swift's is the same as with Foundation`() throws {
    let value = EveryType()
    let json = try BusCoder.encode(value)
    #expect(try json == FoundationCoder.encode(value))
    #expect(try BusCoder.decode(EveryType.self, from: json) == value)
    #expect(try BusCoder.decode(EveryType.self, from: FoundationCoder.encode(value)) == value)
    // In arrays and alone, too.
    #expect(try BusCoder.encode([value.float]) == FoundationCoder.encode([value.float]))
    for number in [Int8.min, 0, Int8.max] {
      #expect(try BusCoder.decode([Int8].self, from: BusCoder.encode([number])) == [number])
    }
    #expect(try BusCoder.decode(String.self, from: BusCoder.encode("alone")) == "alone")
    #expect(try BusCoder.decode(Int?.self, from: Array("null".utf8)) == nil)
  }

  @Test func `every character comes back as it was, and is written as Foundation writes it`() throws {
    var text = ""
    for value in stride(from: 0, to: 0x3000, by: 1) {
      if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
    }
    for value in stride(from: UInt32(0x3000), through: 0x10ffff, by: 61) {
      if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
    }
    let json = try BusCoder.encode(text)
    #expect(try json == FoundationCoder.encode(text))
    #expect(try BusCoder.decode(String.self, from: json).unicodeScalars.elementsEqual(text.unicodeScalars))
    // All of it in escapes.
    let escaped = text.utf16.map { "\\u" + String(format: "%04X", $0) }.joined()
    let read = try BusCoder.decode(String.self, from: Array("\"\(escaped)\"".utf8))
    #expect(read.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// What needs a look stands at each place in a string, which is read eight bytes at a time.
  @Test(arguments: ["\"", "\\", "\n", "\u{E4}", "\u{1F399}", "\u{1F}", " "])
  func `a character is found wherever it stands`(character: String) throws {
    for length in 0..<20 {
      for place in 0...length {
        let text = String(repeating: "a", count: place) + character + String(repeating: "b", count: length - place)
        let json = try BusCoder.encode([text, "c"])
        #expect(try json == FoundationCoder.encode([text, "c"]))
        #expect(try BusCoder.decode([String].self, from: json) == [text, "c"])
      }
    }
  }

  @Test func `values nested deeper than 128 are not written, since nobody would read them`() throws {
    var value = AnyJSON.null
    for _ in 0..<127 { value = .list([value]) }
    #expect(try BusCoder.decode(AnyJSON.self, from: BusCoder.encode(value)) == value)
    for _ in 0..<200 { value = .list([value]) }
    #expect(throws: EncodingError.self) { try BusCoder.encode(value) }
    for depth in [127, 128] {
      let nested = Written { encoder in
        var list = encoder.unkeyedContainer()
        for _ in 0..<depth { list = list.nestedUnkeyedContainer() }
      }
      if depth == 127 {
        #expect(try BusCoder.encode(nested).count == 256)
      } else {
        #expect(throws: EncodingError.self) { try BusCoder.encode(nested) }
      }
    }
  }
}
