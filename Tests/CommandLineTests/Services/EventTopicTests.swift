import CastwireBus
import Testing

@testable import CastwireCommand

struct EventTopicTests {
  private func event(_ type: String, data: String) throws -> Event {
    try Event(
      json: Array(
        """
        {"specversion":"1.0","source":"castwire://catalog/log","id":"1","sequence":"1","previous":"0",\
        "type":"\(type)","subject":"s","time":"2026-11-30T07:20:06.000Z","partitionkey":"f","data":\(data)}
        """.utf8))
  }

  @Test func `an event's topic is made of its type and its feed`() throws {
    #expect(try event("castwire.episode.added.v1", data: "{}").topic.text == "episode.f.added")
  }

  @Test func `a cell's topic has its locale and kind`() throws {
    let cell = try event("castwire.cell.updated.v1", data: #"{"kind":"episode","locale":"en_US"}"#)
    #expect(cell.topic.text == "cell.en_US.episode.f.updated")
    #expect(cell.topic.matches(pattern: "cell.*.episode"))
  }

  @Test func `a pattern that says the family asks for no other`() {
    #expect(TailCommand.scope(ofPattern: nil) == .wholeLog)
    #expect(TailCommand.scope(ofPattern: "") == .wholeLog)
    #expect(TailCommand.scope(ofPattern: "*.f") == .wholeLog)
    #expect(TailCommand.scope(ofPattern: "episode.*.added") == .family("episode"))
    #expect(TailCommand.scope(ofPattern: "cell") == .wholeLog)
    #expect(TailCommand.scope(ofPattern: "cell.*.episode") == .wholeLog)
    #expect(TailCommand.scope(ofPattern: "cell.en_US") == .family("cell.en_US"))
  }
}
