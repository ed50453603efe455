import Testing

@testable import CastwireBus

struct RequestTests {
  private struct Parameters: Decodable {
    let feed: String
    let limit: Int?
    let after: Position?
  }

  private func parameters(_ members: String) throws -> Parameters {
    try Request(json: Array(#"{"request":"feeds.get","id":1\#(members)}"#.utf8)).decode(Parameters.self)
  }

  @Test func `parameters are read, and others passed over`() throws {
    let parameters = try parameters(#","feed":"a","limit":null,"after":"00000000000000000007","later":{"x":[]}"#)
    #expect(parameters.feed == "a" && parameters.limit == nil && parameters.after == Position(7))
  }

  @Test(arguments: [
    ("", "\"feed\""), (#","feed":7"#, "\"feed\""), (#","feed":null"#, "\"feed\""),
    (#","feed":"a","limit":"x""#, "\"limit\""),
    (#","feed":"a","after":"x""#, "\"after\""), (#","feed":"a","after":-1"#, "\"after\""),
    (#","feed":nonsense"#, "JSON"),
  ])
  func `a parameter that is missing or wrong is named`(members: String, word: String) throws {
    let error = #expect(throws: RequestError.self) { try parameters(members) }
    #expect(error?.code == .badRequest)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "")")
  }

  @Test func `a name that nobody would give is refused, and not told to anybody`() throws {
    let error = #expect(throws: RequestError.self) {
      try Request(json: Array(#"{"request":"\#(String(repeating: "x", count: 1 << 20))"}"#.utf8))
    }
    #expect(error == RequestError(.badRequest, "a request's name is at most 100 bytes"))
  }

  @Test func `nesting without end is refused`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let error = #expect(throws: RequestError.self) { try parameters(#","feed":\#(deep)"#) }
    #expect(error?.code == .badRequest)
  }

  @Test func `a name with escapes is the same name`() throws {
    #expect(try Request(json: Array(#"{"request":"feeds\u002eget"}"#.utf8)).name == "feeds.get")
  }
}
