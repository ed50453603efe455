import CastwireBus
import TestSupport
import Testing

struct RawJSONTests {
  private struct Passed: Codable, Equatable {
    let body: RawJSON
    let more: [RawJSON]?
    let number: Int
  }

  @Test(arguments: [
    "{\"z\":1, \"a\":[1.50,\"\\u0061\"]}", "[ ]", "null", "true", "1e2", "\"\\/\"", "{\"a\":{\"b\":[{}]}}",
  ])
  func `a piece of JSON is passed on as it stands`(json: String) throws {
    let text = "{\"body\":\(json),\"more\":[\(json),7],\"number\":1}"
    let passed = try BusCoder.decode(Passed.self, from: Array(text.utf8))
    #expect(passed.body.bytes == Array(json.utf8))
    #expect(passed.more?.count == 2)
    #expect(String(decoding: try BusCoder.encode(passed), as: UTF8.self) == text)
    #expect(try BusCoder.decode(RawJSON.self, from: Array(json.utf8)) == passed.body)
    #expect(try BusCoder.encode(passed.body) == passed.body.bytes)
  }

  @Test func `it is checked when it is read and when it is made`() throws {
    for json in ["{", "[1,]", "x", "", "\"\u{1}\""] {
      #expect(throws: DecodingError.self) { try RawJSON(Array(json.utf8)) }
      #expect(throws: DecodingError.self) {
        try BusCoder.decode(Passed.self, from: Array("{\"body\":\(json),\"number\":1}".utf8))
      }
    }
    #expect(try RawJSON(Array("[1]".utf8)).bytes == Array("[1]".utf8))
    #expect(try RawJSON(encoding: ["b": 1, "a": 2]).bytes == Array(#"{"a":2,"b":1}"#.utf8))
  }

  @Test func `other coders refuse it`() throws {
    #expect(throws: EncodingError.self) { try FoundationCoder.encode([RawJSON(encoding: 1)]) }
    #expect(throws: DecodingError.self) { try FoundationCoder.decode([RawJSON].self, from: Array("[1]".utf8)) }
  }
}
