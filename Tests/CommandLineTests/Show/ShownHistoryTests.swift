import CastwireBus
import Foundation
import Testing

@testable import CastwireCommand

/// What is shown of an entity's past, in words.
struct ShownHistoryTests {
  @Test(arguments: [
    (#""rule":"link","from":"old""#, "known again by its link (its id was old)"),
    (#""rule":"duplicate","to":"e""#, "has the file of e, which was there before"),
    (
      #""rule":"ambiguous","candidates":["a","b"]"#,
      "taken for new, since several fit equally: a, b"
    ),
    // One that a newer catalog knows.
    (#""rule":"melody","from":"old""#, "melody (its id was old)"),
  ])
  func `a decision is told in words`(fields: String, words: String) throws {
    let json = #"{"time":"2026-11-30T07:31:02.000Z",\#(fields)}"#
    #expect(try BusCoder.decode(ShownDecision.self, from: Array(json.utf8)).words == words)
  }

  @Test func `each rule of the catalog has words`() throws {
    for rule in [
      "link", "enclosure", "title", "replacement", "former-identifier", "ambiguous", "common", "contradiction",
      "shared-identifier", "foreign-key", "pending", "ready", "duplicate", "merged",
    ] {
      let json = #"{"time":"2026-11-30T07:31:02.000Z","rule":"\#(rule)"}"#
      #expect(try BusCoder.decode(ShownDecision.self, from: Array(json.utf8)).words.contains(" "), "\(rule)")
    }
  }

  @Test func `a revision tells what its fields were changed to`() throws {
    let json = """
      {"revision":3,"time":"2026-11-30T07:31:02.125Z","verb":"updated","changed":["explicit","people","title","link"],
      "episode":{"title":"Two\\u001b[2J","explicit":true,"people":[{"name":"Jo"}]}}
      """
    let revision = try ShownRevision(json: Array(json.utf8), kind: "episode")
    #expect(revision.time == "2026-11-30 07:31:02")
    #expect(revision.words == "revision 3, updated: explicit, people, title, link")
    #expect(
      revision.fields.lines(width: nil, style: Style(isColoured: false)) == [
        "explicit  true", #"people    [{"name":"Jo"}]"#, "title     Two[2J", "link      none",
      ])
    #expect(throws: CommandError.self) { try ShownRevision(json: Array("{}".utf8), kind: "episode") }
  }

  @Test func `a long value goes on below itself`() {
    var lines = FieldLines()
    lines.add("id", "1")
    lines.add("description", "a text that is too long for the line that it is on")
    lines.add("link", nil)
    #expect(
      lines.lines(width: 36, style: Style(isColoured: false)) == [
        "id           1", "description  a text that is too long", "             for the line that it is",
        "             on",
      ])
  }

  @Test(arguments: [
    ("{}", "all of it, for ever"), (#"{"newest":100}"#, "the newest 100 of each kind"),
    (#"{"days":1}"#, "what is at most 1 day old"),
    (#"{"newest":5,"days":30}"#, "the newest 5 of each kind, and of these what is at most 30 days old"),
  ])
  func `what is kept is told in words`(json: String, words: String) throws {
    #expect(try BusCoder.decode(FeedKeeping.self, from: Array(json.utf8)).words == words)
  }
}
