import CastwireBus
import Testing

/// Errors name the place, and are of the kinds that Codable has.
struct DecodingErrorTests {
  private struct Outer: Decodable {
    let list: [Inner]
    let names: [String: Int]?
  }

  private struct Inner: Decodable {
    let number: Int8
    let text: String?
    let flags: [Bool]?
  }

  private func context(_ json: String) throws -> (kind: String, path: String, description: String) {
    let error = try #require(
      throws: DecodingError.self, performing: { try BusCoder.decode(Outer.self, from: Array(json.utf8)) })
    func parts(_ kind: String, _ context: DecodingError.Context) -> (String, String, String) {
      (kind, context.codingPath.map(\.stringValue).joined(separator: "."), context.debugDescription)
    }
    switch error {
    case .typeMismatch(_, let context): return parts("type", context)
    case .valueNotFound(_, let context): return parts("value", context)
    case .keyNotFound(_, let context): return parts("key", context)
    case .dataCorrupted(let context): return parts("data", context)
    @unknown default: return parts("unknown", DecodingError.Context(codingPath: [], debugDescription: ""))
    }
  }

  @Test(arguments: [
    (
      #"{"list":[{"number":1},{"number":"x"}]}"#, "type", "list.1.number", "Int8 is expected, and a string stands there"
    ),
    (#"{"list":[{"number":1},{"number":300}]}"#, "data", "list.1.number", "300 does not fit in Int8"),
    (#"{"list":[{"number":1.5}]}"#, "data", "list.0.number", "1.5 does not fit in Int8"),
    (#"{"list":[{"number":null}]}"#, "value", "list.0.number", "Int8 is expected, and null stands there"),
    (#"{"list":[{"number":1,"text":2}]}"#, "type", "list.0.text", "String is expected, and a number stands there"),
    (#"{"list":[{"number":1,"flags":[true,0]}]}"#, "type", "list.0.flags.1", "Bool is expected"),
    (#"{"list":[{"number":1},{"text":""}]}"#, "key", "list.1", "\"number\" is missing"),
    (#"{"names":{}}"#, "key", "", "\"list\" is missing"), (#"{"list":{}}"#, "type", "list", "an object stands there"),
    (#"[1]"#, "type", "", "an array stands there"),
    (#"{"list":[],"names":[]}"#, "type", "names", "an array stands there"),
    (#"{"list":[],"names":{"a":1,"b":[]}}"#, "type", "names.b", "an array stands there"),
    (#"{"list":[],"names":{"b":1,"a":2,"b":3}}"#, "data", "names.b", "the name stands twice"),
    (#"{"list":[{"number":1},{"number":tru}]}"#, "data", "list.1.number", "at byte 32: a value is expected"),
    (#"{"list":[{"number":1},{"num"#, "data", "list.1", "at byte 23: a string has no end"),
    (#"{"list":[{"number":1},{"flags":[true,false"#, "data", "list.1.flags.2", "the JSON breaks off"),
    (#"{"list":[],"names":{"a":1,"b"}}"#, "data", "names.b", "a colon is expected"),
    (#"{"other":{"deep":[1,2,"\x"]}}"#, "data", "other.deep.2", "a backslash in a string means nothing"),
    ("{\"other\":[\"a\u{1}\"]}", "data", "other.0", "a control character stands in a string"),
    (#"{"other":["\udc00"]}"#, "data", "other.0", "half of a surrogate pair stands alone"),
    (#"{"list":[]} x"#, "data", "", "something follows the end"), ("", "data", "", "the JSON breaks off"),
  ])
  func `the kind, the place and the reason are said`(json: String, kind: String, path: String, reason: String) throws {
    let context = try context(json)
    #expect(context.kind == kind)
    #expect(context.path == path)
    #expect(context.description.contains(reason), "\(context.description)")
  }

  @Test func `an element that cannot be read stays the next`() throws {
    struct Lenient: Decodable {
      var numbers: [Int] = []

      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        #expect(container.count == 4)
        while !container.isAtEnd {
          let index = container.currentIndex
          if let number = try? container.decode(Int.self) {
            numbers.append(number)
          } else {
            #expect(container.currentIndex == index)
            if try !container.decodeNil() { _ = try container.decode(String.self) }
          }
        }
        #expect(throws: DecodingError.self) { try container.decode(Int.self) }
        #expect(throws: DecodingError.self) { try container.decodeNil() }
      }
    }
    #expect(try BusCoder.decode(Lenient.self, from: Array("[1,\"x\",null,4]".utf8)).numbers == [1, 4])
  }
}
