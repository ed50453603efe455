import CastwireBus
import Testing

struct FieldChangesTests {
  private struct Model: Encodable, Equatable {
    var title: String?
    var numbers: [Int]?
    var duration: Double?
    var nested: [String: String]?
  }

  @Test(
    arguments: [
      (Model(), Model(), []), (Model(title: "a"), Model(title: "a"), []),
      (Model(title: "a"), Model(title: "b"), ["title"]),
      (Model(title: "a"), Model(), ["title"]), (Model(), Model(numbers: []), ["numbers"]),
      (Model(numbers: [1, 2]), Model(numbers: [2, 1]), ["numbers"]),
      (Model(duration: 1), Model(duration: 1.5), ["duration"]), (Model(duration: 0), Model(duration: -0.0), []),
      (Model(nested: ["a": "b", "c": "d"]), Model(nested: ["c": "d", "a": "b"]), []),
      (
        Model(nested: ["a": "b"]), Model(title: "\"", numbers: [1], nested: ["a": "c"]), ["nested", "numbers", "title"]
      ),
    ] as [(Model, Model, [String])])
  private func `the fields that differ are named, in order`(old: Model, new: Model, names: [String]) throws {
    #expect(try FieldChanges.names(from: old, to: new) == names)
    #expect(try FieldChanges.names(from: new, to: old) == names)
  }

  @Test func `objects are compared as they were written`() throws {
    let (old, new) = (Array(#"{"a":1,"b":{"c":[1,2]}}"#.utf8), Array(#"{"b":{"c":[1,3]},"d":null,"a":1}"#.utf8))
    #expect(try FieldChanges.names(from: old, to: new) == ["b", "d"])
    #expect(throws: DecodingError.self) { try FieldChanges.names(from: old, to: Array("[1]".utf8)) }
    #expect(throws: DecodingError.self) { try FieldChanges.names(from: Array("{".utf8), to: new) }
  }

  @Test func `former values put over a state give the former state`() throws {
    let (old, new) = (Array(#"{"a":1,"b":{"c":[1,2]},"e":"x"}"#.utf8), Array(#"{"a":2,"b":{"c":[1,2]},"d":"\""}"#.utf8))
    let names = try FieldChanges.names(from: old, to: new)
    #expect(names == ["a", "d", "e"])
    let former = try FieldChanges.values(of: names, in: old)
    #expect(String(decoding: former, as: UTF8.self) == #"{"a":1,"d":null,"e":"x"}"#)
    #expect(try FieldChanges.merged(former, over: new) == old)
    #expect(try FieldChanges.merged(Array("{}".utf8), over: new) == new)
    #expect(String(decoding: try FieldChanges.values(of: [], in: old), as: UTF8.self) == "{}")
  }
}
