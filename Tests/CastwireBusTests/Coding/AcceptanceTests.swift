import CastwireBus
import Foundation
import TestSupport
import Testing

/// What is read and what is refused, beside Foundation's decoder.
struct AcceptanceTests {
  private struct Known: Decodable, Equatable {
    let a: Int?
  }

  @Test(arguments: [
    "{}", "[]", "null", "true", "false", "0", "-0", "\"\"", " \t\r\n[ 1 , 2 ]\n ", "{\"a\":1}",
    "{ \"a\" : { \"b\" : [ ] } }",
    "[[[[]]]]", "[{}, {}]", "1.5", "-1.5e-3", "1E+2", "1e2", "0.0", "-0.0", "9007199254740993", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "123456789012345678901234567890", "1e308", "1.7976931348623157e308",
    "5e-324", "0.1", "3.141592653589793238462643383279", "\"z\u{E4}h \u{1F399}\"", "\"\\u007a\\u00e4\"",
    "\"\\ud83c\\udf99\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0000\"", "\"\u{7f}\u{2028}\u{FEFF}\"",
    "{\"\":1,\"b\\n\":2,\"\u{E4}\":3}", "{\"\\u0061\":1}", "[0.5,\"x\",null,true,{\"a\":[]}]", "\"\u{FFFF}\"",
  ])
  func `what both read is the same`(json: String) throws {
    let bytes = Array(json.utf8)
    let value = try BusCoder.decode(AnyJSON.self, from: bytes)
    #expect(try value == FoundationCoder.decode(AnyJSON.self, from: bytes))
    #expect(try BusCoder.encode(value) == FoundationCoder.encode(value))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[", "]", "{]", "[}", "[1", "[1,", "[,1]", "[1 2]", "[1,,2]", "{\"a\"}", "{\"a\":}",
    "{,}", "{\"a\":1 \"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{\"a\" 1}", "{\"a\"::1}", "[1]x", "[1][2]",
    "{}{}", "nul", "nulll", "True", "tru", "NaN", "Infinity", "-Infinity", "01", "-", "+1", ".5", "1.", "1.e5", "1e",
    "1e+", "0x10", "--1", "1_000", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u\"", "\"a\nb\"",
    "\"a\tb\"", "\"\u{0}\"", "\"\u{1f}\"", "[\"a\nb\"]", "{\"a\n\":1}", "// x\n1", "[1] // x", "/**/1", "1;",
    "\u{A0}1", "\u{2028}1", "[1\u{0}]", "1e999", "-1e999", "\"\\ud83c\"", "\"\\ud83c\\u0041\"", "\"\\udf99\"",
    "\"\\ud83c\\ud83c\"", "\"\\ud83cx\"",
  ])
  func `what Foundation refuses is refused`(json: String) {
    let bytes = Array(json.utf8)
    #expect(throws: (any Error).self) { try FoundationCoder.decode(AnyJSON.self, from: bytes) }
    #expect(throws: DecodingError.self) { try BusCoder.decode(AnyJSON.self, from: bytes) }
  }

  @Test(
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xff, 0x22], [0x22, 0xc3, 0x22], [0x22, 0xc0, 0xaf, 0x22],
      [0x22, 0xe0, 0x80, 0xaf, 0x22],
      [0x22, 0xed, 0xa0, 0x80, 0x22], [0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], [0x22, 0xf0, 0x82, 0x82, 0xac, 0x22],
      [0x22, 0xe2, 0x82, 0x22], [0x22, 0xf8, 0x88, 0x80, 0x80, 0x80, 0x22], [0x22, 0xc3, 0xa4, 0xa4, 0x22],
      [0x22, 0xf0, 0x9f, 0x8e], [0x80], [0x5b, 0xc3, 0xa4, 0x5d],
    ] as [[UInt8]])
  func `what is not UTF-8 is refused`(json: [UInt8]) {
    #expect(throws: DecodingError.self) { try BusCoder.decode(AnyJSON.self, from: json) }
    // As if nobody asked for it, too.
    let skipped = Array("{\"b\":".utf8) + json + Array("}".utf8)
    #expect(throws: DecodingError.self) { try BusCoder.decode(Known.self, from: skipped) }
  }

  /// Stricter than Foundation, as BusCoder's documentation says.
  @Test(arguments: [
    ("{\"a\":1,\"a\":2}", "stands twice"), ("{\"a\":1,\"b\":0,\"\\u0061\":2}", "stands twice"),
    ("{\"\u{E4}\":1,\"a\u{308}\":2}", "stands twice"), ("\u{FEFF}{}", "a value is expected at byte 0"),
    ("[1,]", "a value is expected at byte 3"), ("{\"a\":1,}", "a name in quotes is expected at byte 7"),
    (String(repeating: "[", count: 129) + String(repeating: "]", count: 129), "deeper than 128"),
    (String(repeating: "{\"a\":", count: 200), "deeper than 128"),
  ])
  func `what readers would take in different ways is refused`(json: String, reason: String) {
    let error = #expect(throws: DecodingError.self) { try BusCoder.decode(AnyJSON.self, from: Array(json.utf8)) }
    let description = error.map { "\($0)" } ?? ""
    let words = reason.split(separator: " at byte ")
    #expect(words.allSatisfy { description.contains($0) }, "\(description)")
  }

  @Test func `a name that stands twice is found among many`() throws {
    for count in [3, 17, 1_000] {
      var members = (0..<count).map { "\"name number \($0)\":\($0)" }
      let json = Array("{\(members.joined(separator: ","))}".utf8)
      #expect(try BusCoder.decode([String: Int].self, from: json).count == count)
      members.append("\"name number 1\":0")
      let error = #expect(throws: DecodingError.self) {
        try BusCoder.decode([String: Int].self, from: Array("{\(members.joined(separator: ","))}".utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(context.codingPath.map(\.stringValue) == ["name number 1"])
    }
  }

  @Test func `a hundred thousand members, and as many values in a row, are read in one go`() throws {
    let object = (0..<100_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    #expect(try BusCoder.decode([String: Int].self, from: Array("{\(object)}".utf8)).count == 100_000)
    let list = (0..<100_000).map { "\($0)" }.joined(separator: ",")
    #expect(try BusCoder.decode([Int].self, from: Array("[\(list)]".utf8)) == Array(0..<100_000))
  }

  @Test func `128 values may stand within one another`() throws {
    let json = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(try BusCoder.decode(AnyJSON.self, from: Array(json.utf8)) != .null)
  }

  @Test func `a million brackets are refused without a deep stack`() {
    for json in [String(repeating: "[", count: 1_000_000), String(repeating: "{\"\":", count: 1_000_000)] {
      #expect(throws: DecodingError.self) { try BusCoder.decode(AnyJSON.self, from: Array(json.utf8)) }
    }
  }

  @Test func `more than 64 MiB is refused without a look`() {
    let json = [UInt8](repeating: 0x20, count: 64 << 20) + Array("1".utf8)
    let error = #expect(throws: DecodingError.self) { try BusCoder.decode(Int.self, from: json) }
    #expect("\(String(describing: error))".contains("67108865 bytes"))
  }

  @Test(arguments: [
    "{\"b\":{\"c\":[1,{\"d\":\"\\n\"}]},\"a\":7}", "{\"b\":1e999,\"a\":7}", "{\"b\":{\"c\":1,\"c\":2},\"a\":7}",
  ])
  func `fields that nobody knows are passed over`(json: String) throws {
    #expect(try BusCoder.decode(Known.self, from: Array(json.utf8)) == Known(a: 7))
  }

  @Test(arguments: [
    "{\"b\":tru,\"a\":7}", "{\"b\":\"\\x\",\"a\":7}", "{\"b\":01,\"a\":7}", "{\"b\":\"\\ud83c\",\"a\":7}",
  ])
  func `and are JSON all the same`(json: String) {
    #expect(throws: DecodingError.self) { try BusCoder.decode(Known.self, from: Array(json.utf8)) }
  }
}
