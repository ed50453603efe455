import Foundation
import Testing

@testable import Runtime

struct LogTests {
  private func object(_ line: String) throws -> [String: String] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String])
  }

  @Test func `a line for people has time, level, service, message and fields`() {
    let line = Log(service: "catalog").line(.warning, "a message", ["feed": "f", "count": "3"])
    #expect(
      line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z WARNING catalog: a message feed=f count=3/) != nil)
  }

  @Test func `control characters from outside do not reach a terminal`() {
    let line = Log(service: "catalog").line(.info, "a\u{1b}[31m\nb\r", ["k": "\u{9b}31m\u{0}"])
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) })
    #expect(line.contains("a\u{FFFD}[31m\u{FFFD}b"))
  }

  @Test func `a line of JSON is read back by Foundation, whatever stands in it`() throws {
    let hostile = "\"\\/\u{0}\u{1f}\n\r\t\u{7f}\u{2028}\u{1F399}e\u{301}"
    let line = Log(service: "catalog", format: .json).line(.error, hostile, [hostile: hostile])
    #expect(!line.contains("\n"))
    let read = try object(line)
    #expect(read["message"] == hostile && read[hostile] == hostile)
    #expect(read["level"] == "error" && read["service"] == "catalog" && read["time"]?.hasSuffix("Z") == true)
  }

  @Test func `the environment sets format and level, and a wrong word is named`() throws {
    _ = try Log(service: "x", environment: [:])
    _ = try Log(service: "x", environment: ["CASTWIRE_LOG": "JSON", "CASTWIRE_LOG_LEVEL": "Debug"])
    let error = #expect(throws: UsageError.self) { try Log(service: "x", environment: ["CASTWIRE_LOG": "xml"]) }
    #expect(error?.description == "CASTWIRE_LOG must be one of human, json, not 'xml'")
    #expect(throws: UsageError.self) { try Log(service: "x", environment: ["CASTWIRE_LOG_LEVEL": "loud"]) }
  }

  @Test func `levels are in order`() {
    #expect([Log.Level.error, .debug, .warning, .info].sorted() == [.debug, .info, .warning, .error])
  }
}
