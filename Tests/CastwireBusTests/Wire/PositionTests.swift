import CastwireBus
import Testing

struct PositionTests {
  private func read(_ json: String) throws -> Position {
    try BusCoder.decode([Position].self, from: Array("[\(json)]".utf8))[0]
  }

  @Test func `a position is written with 20 digits`() throws {
    #expect(Position(0).description == "00000000000000000000")
    #expect(Position(1_234).description == "00000000000000001234")
    #expect(String(decoding: try BusCoder.encode([Position(7)]), as: UTF8.self) == #"["00000000000000000007"]"#)
  }

  @Test(arguments: [
    (#""00000000000000000042""#, 42), (#""42""#, 42), ("42", 42), ("0", 0), (#""0""#, 0), ("9223372036854775807", .max),
  ])
  func `strings of digits and integers are read`(json: String, value: Int64) throws {
    #expect(try read(json) == Position(UInt64(value)))
  }

  @Test(arguments: [
    #""""#, #""-1""#, "-1", "1.5", #""1.5""#, #""0x10""#, #"" 1""#, #""1 ""#, #""+1""#, #""٣""#, "null", "true", "[1]",
    "{}",
    #""000000000000000000001""#,
  ])
  func `anything else is refused`(json: String) {
    #expect(throws: DecodingError.self) { try read(json) }
  }

  @Test(arguments: [
    #""99999999999999999999""#, #""18446744073709551615""#, "18446744073709551615", #""09223372036854775808""#,
  ])
  func `a position that no log can reach is read as the last one, and has one after it`(json: String) throws {
    let position = try read(json)
    #expect(position.rawValue == UInt64(Int64.max))
    #expect(position.next > position)
  }

  @Test func `positions are in the order of their numbers`() {
    #expect(Position(9) < Position(10))
    #expect(Position(9).next == Position(10))
    #expect([Position(100), Position(20), Position(3)].sorted() == [Position(3), Position(20), Position(100)])
  }
}
