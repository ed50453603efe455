import CastwireBus
import Testing

struct ListResultTests {
  private func list(_ json: String) throws -> (items: [String], next: String?) {
    let result = try ListResult(json: Array(json.utf8))
    return (result.items.map { String(decoding: $0, as: UTF8.self) }, result.next)
  }

  @Test func `items keep their bytes`() throws {
    let list = try list(#"{"items":[{"b":[1,{"a":"],}"}],"a":1.0} , {"t":"é\""}],"next":"12:ab"}"#)
    #expect(list.items == [#"{"b":[1,{"a":"],}"}],"a":1.0}"#, #"{"t":"é\""}"#])
    #expect(list.next == "12:ab")
  }

  @Test(arguments: [#"{"items":[],"next":null}"#, #"{"next":null,"items": [ ] }"#])
  func `the last page may be empty`(json: String) throws {
    let list = try list(json)
    #expect(list.items.isEmpty)
    #expect(list.next == nil)
  }

  @Test(arguments: ["", "[]", "{}", #"{"items":{}}"#, #"{"items":[1,]}"#, #"{"items":[1 2]}"#, #"{"items":[1"#])
  func `what is no list is refused`(json: String) {
    #expect(throws: RequestError.self) { try list(json) }
  }
}
