import Foundation
import Testing

@testable import CastwireBus

struct JSONMembersTests {
  private func members(_ json: String) -> JSONMembers? {
    JSONMembers(Array(json.utf8))
  }

  private func value(_ key: StaticString, of json: String) -> String? {
    let bytes = Array(json.utf8)
    return JSONMembers(bytes)?.value(key).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("{\"a\":1}", "1"), ("{ \"a\" : 1 }", "1"), ("\n{\"b\":[{\"a\":2}],\"a\":-1.5e3\t}\r\n", "-1.5e3"),
    ("{\"a\":\"}\\\"]{\"}", "\"}\\\"]{\""), ("{\"a\":{\"a\":[1,2,{\"b\":\"]\"}]}}", "{\"a\":[1,2,{\"b\":\"]\"}]}"),
    ("{\"a\":[]}", "[]"), ("{\"a\":{}}", "{}"), ("{\"a\":null,\"c\":true}", "null"), ("{\"a\":\"\"}", "\"\""),
    ("{\"a\":\"\\\\\"}", "\"\\\\\""), ("{\"a\":\"\u{1F399}\"}", "\"\u{1F399}\""),
    ("{\"aa\":1,\"a\":3,\"b\":{\"a\":4}}", "3"),
  ])
  func `the value of a key is given as it stands`(json: String, expected: String) {
    #expect(value("a", of: json) == expected)
  }

  @Test(arguments: [
    "", " ", "null", "1", "\"a\"", "[]", "[{\"a\":1}]", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1",
    "{\"a\":1,", "}",
    "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{'a':1}", "{\"a\":}", "{\"a\":,\"b\":1}", "{\"a\":1}x",
    "{\"a\":1}{}",
    "{\"a\":1 2}", "{\"a\":[1}", "{\"a\":[[]}", "{\"a\":\"\\\"}", "{\"a\":\"", "{\"a\":\"\\", "{\"a\"::1}",
    "{\"a\":1;\"b\":2}",
    "\u{FEFF}{\"a\":1}", "{\"a\":1\"b\":2}", "{\"a\":1}]", "{\"a\":]}", "{\"a\":\"x\"\"y\"}", "{\"a\":1\"b\"}",
    "{\"a\":{}[]}", "{\"a\":1,\"a\":2}", "{\"a\":1,\"b\":2,\"\\u0061\":3}", "{\"\\ud83c\":1}",
  ])
  func `what is no object is refused`(json: String) {
    #expect(members(json) == nil)
  }

  @Test func `an empty object has no members`() {
    #expect(members("{ }")?.value("a") == nil)
    #expect(members("{}") != nil)
  }

  @Test func `a name with escapes is the name that it stands for`() {
    #expect(value("a", of: "{\"b\":1,\"\\u0061\":2}") == "2")
    #expect(value("a longer name", of: "{\"a longer n\\u0061me\":2,\"a longer nome\":3}") == "2")
  }

  @Test(arguments: [2, 16, 17, 1_000])
  func `a name that stands twice is found among many`(count: Int) {
    var names = (0..<count).map { "a name with the number \($0)" }
    func object() -> String {
      "{\(names.map { "\"\($0)\":1" }.joined(separator: ","))}"
    }
    #expect(members(object()) != nil)
    names[count - 1] = names[0]
    #expect(members(object()) == nil)
  }

  @Test func `more than a thousand members are refused`() {
    let object = (0...1_000).map { "\"\($0)\":1" }.joined(separator: ",")
    #expect(members("{\(object)}") == nil)
  }

  @Test func `brackets a million deep cost neither the stack nor the answer`() {
    let deep = String(repeating: "[", count: 1_000_000)
    #expect(members("{\"a\":\(deep)}") == nil)
    let closed = deep + String(repeating: "]", count: 1_000_000)
    #expect(value("b", of: "{\"a\":\(closed),\"b\":7}") == "7")
  }

  @Test(arguments: [
    ("{\"a\":\"plain\"}", "plain"), ("{\"a\":\"\"}", ""), ("{\"a\":\"z\u{E4}h\"}", "z\u{E4}h"),
    ("{\"a\":\"feeds\\/list\"}", "feeds/list"), ("{\"a\":\"\\u007a\\u00e4h \\ud83c\\udf99\"}", "z\u{E4}h \u{1F399}"),
    ("{\"a\":\"\\\"\\\\\\n\"}", "\"\\\n"),
  ])
  func `a string is read with its escapes`(json: String, expected: String) {
    #expect(members(json)?.string("a") == expected)
  }

  @Test(arguments: [
    "{\"a\":1}", "{\"a\":null}", "{\"a\":[\"x\"]}", "{\"a\":{}}", "{\"b\":\"x\"}", "{\"a\":\"\\x\"}",
    "{\"a\":\"\\ud83c\"}",
  ])
  func `what is no string is none`(json: String) {
    #expect(members(json)?.string("a") == nil)
  }

  /// Every way to cut or to garble one byte of a real message.
  @Test func `what Foundation takes for an object is one, with the same strings, and cut messages are none`() throws {
    let json = Array(#"{"a":"x\"y","n":[1,{"k":"}"}],"o":{"p":[]},"q":-1.5e+3,"r":true}"#.utf8)
    for end in 0..<json.count { #expect(JSONMembers(Array(json[..<end])) == nil) }
    for index in json.indices {
      for byte in [UInt8(ascii: "\""), 0x5c, UInt8(ascii: "{"), UInt8(ascii: "]"), UInt8(ascii: ","), 0x20, 0x00, 0xff]
      {
        var garbled = json
        garbled[index] = byte
        guard let object = try? JSONSerialization.jsonObject(with: Data(garbled)) as? [String: Any] else {
          // Here nothing is promised but that it ends.
          _ = JSONMembers(garbled)
          continue
        }
        let members = try #require(JSONMembers(garbled))
        #expect(members.string("a") == object["a"] as? String)
      }
    }
  }

  @Test func `a text becomes a JSON string that Foundation reads back`() throws {
    let texts = [
      "", "plain", "\"\\/\u{8}\u{C}\n\r\t", "\u{0}\u{1}\u{1f}\u{7f}", "\u{2028}\u{2029}\u{FEFF}\u{1F399}", "e\u{301}",
    ]
    for text in texts {
      var json: [UInt8] = []
      json.append(jsonString: text)
      let read = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? String
      #expect(read?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }
  }
}
