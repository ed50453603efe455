import CastwireBus
import Testing

@testable import CastwireCommand

struct EventLineTests {
  @Test(arguments: [
    ("castwire.episode.added.v1", "episode added"), ("castwire.episode.added.v2", "castwire.episode.added.v2"),
  ])
  func `an event is told by its family and verb, one of another version by its type`(type: String, words: String) throws
  {
    let json = """
      {"specversion":"1.0","source":"castwire://catalog/log","sequence":"1","previous":"0","type":"\(type)","subject":"s",\
      "time":"2026-11-30T07:20:06.000Z","partitionkey":"f","data":{}}
      """
    let line = EventLine.text(try Event(json: Array(json.utf8)), width: nil, style: Style(isColoured: false))
    #expect(line.contains("  \(words) "))
  }
}
