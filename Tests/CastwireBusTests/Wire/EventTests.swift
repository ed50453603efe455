import Foundation
import Testing

@testable import CastwireBus

struct EventTests {
  private static let log = "6f1c4f0a-0000-4000-8000-000000000001"

  private func draft(subject: String = "s", data: String = "{}", causationID: String? = nil, traceparent: String? = nil)
    -> EventDraft
  {
    EventDraft(
      family: "episode", topic: Topic(family: "episode", feed: "f", verb: "added"), type: "castwire.episode.added.v1",
      subject: subject, partitionKey: "f", schema: "urn:castwire:schema:episode:1", causationID: causationID,
      traceparent: traceparent, data: Array(data.utf8))
  }

  private func json(_ draft: EventDraft) -> [UInt8] {
    draft.json(
      source: "castwire://catalog/\(Self.log)", sequence: Position(12), previous: Position(7),
      time: Timestamp(rawValue: 1_796_025_185_247))
  }

  @Test func `an event is read as it was made`() throws {
    let event = try Event(json: json(draft(data: #"{"episode":{"title":"a"},"revision":3}"#, traceparent: "00-a-b-01")))
    #expect(event.service == "catalog")
    #expect(event.log == Self.log)
    #expect(event.sequence == Position(12))
    #expect(event.previous == Position(7))
    #expect(event.type == "castwire.episode.added.v1")
    #expect(event.subject == "s")
    #expect(event.partitionKey == "f")
    #expect(event.time == Timestamp("2026-11-30T07:53:05.247Z"))
    #expect(event.traceparent == "00-a-b-01")
    #expect(event.causationID == "castwire://catalog/\(Self.log)#00000000000000000012")
    #expect(event.familyAndVerb?.family == "episode" && event.familyAndVerb?.verb == "added")
    #expect(event.member("episode").map { String(decoding: $0, as: UTF8.self) } == #"{"title":"a"}"#)
    #expect(event.member("none") == nil)
    #expect(try event.decode([String: JSONValue].self)["revision"] == .number(3))
  }

  @Test func `Foundation reads every attribute that the contract names`() throws {
    let bytes = json(draft(subject: "s\"\\\n", causationID: "castwire://feed-ingest/x#1", traceparent: "00-a-b-01"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    let strings = object.compactMapValues { $0 as? String }
    #expect(
      strings == [
        "specversion": "1.0", "source": "castwire://catalog/\(Self.log)", "id": "00000000000000000012",
        "sequence": "00000000000000000012", "previous": "00000000000000000007", "type": "castwire.episode.added.v1",
        "subject": "s\"\\\n", "time": "2026-11-30T07:53:05.247Z", "partitionkey": "f",
        "causationid": "castwire://feed-ingest/x#1", "traceparent": "00-a-b-01", "datacontenttype": "application/json",
        "dataschema": "urn:castwire:schema:episode:1",
      ])
    #expect(object["data"] is [String: Any])
    #expect(object.count == strings.count + 1)
  }

  @Test func `a subject with escapes comes back`() throws {
    let subject = "https://example.com/\"a\\b\"\n\u{1F399}"
    #expect(try Event(json: json(draft(subject: subject))).subject == subject)
  }

  @Test func `an event that another JSON writer wrote is read`() throws {
    let object = try JSONSerialization.jsonObject(with: Data(json(draft(subject: "z\u{E4}h"))))
    let rewritten = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted])
    let event = try Event(json: Array(rewritten))
    #expect(event.sequence == Position(12))
    #expect(event.subject == "z\u{E4}h")
    #expect(event.log == Self.log)
  }

  @Test(arguments: [
    "specversion", "source", "sequence", "previous", "type", "subject", "time", "partitionkey", "data",
  ])
  func `an event without what the bus needs is refused, and what is missing is named`(key: String) throws {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(json(draft()))) as? [String: Any])
    object[key] = nil
    let bytes = Array(try JSONSerialization.data(withJSONObject: object))
    let error = #expect(throws: MalformedEventError.self) { try Event(json: bytes) }
    #expect(error?.description.contains("'\(key)'") == true)
  }

  @Test(arguments: [
    ("specversion", "0.3"), ("source", "castwire://catalog"), ("source", "http://catalog/x"), ("sequence", "x"),
    ("previous", ""), ("time", "yesterday"),
  ])
  func `an attribute that makes no sense is refused`(key: String, value: String) throws {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(json(draft()))) as? [String: Any])
    object[key] = value
    let bytes = Array(try JSONSerialization.data(withJSONObject: object))
    #expect(throws: MalformedEventError.self) { try Event(json: bytes) }
  }

  @Test(arguments: [
    (#""subject":"s""#, #""subject":"s","subject":"t""#), (#""subject":"s""#, #""subject":"s","\u0073ubject":"t""#),
    (#""data":{}"#, #""data":{},"data":{}"#), (#""subject":"s""#, #""subject":"\ud83c""#),
    (#""subject":"s""#, "\"subject\":\"a\nb\""),
  ])
  func `an attribute that stands twice, and a text that is none, is refused`(part: String, other: String) throws {
    let text = String(decoding: json(draft()), as: UTF8.self)
    let changed = text.replacing(part, with: other)
    #expect(changed != text)
    #expect(throws: MalformedEventError.self) { try Event(json: Array(changed.utf8)) }
    var bytes = Array(text.replacing(#""subject":"s""#, with: #""subject":"~""#).utf8)
    bytes[try #require(bytes.firstIndex(of: UInt8(ascii: "~")))] = 0xff
    #expect(throws: MalformedEventError.self) { try Event(json: bytes) }
  }

  @Test func `unknown attributes and verbs are passed over`() throws {
    var object = try #require(try JSONSerialization.jsonObject(with: Data(json(draft()))) as? [String: Any])
    object["later"] = ["a": 1]
    object["type"] = "castwire.something.happened.v1"
    let event = try Event(json: Array(try JSONSerialization.data(withJSONObject: object)))
    #expect(event.familyAndVerb?.family == "something")
  }
}

@Suite struct EventVersionTests {
  @Test(arguments: ["castwire.episode.added.v2", "castwire.episode.added", "episode.added.v1", "castwire.a.b.c.v1"])
  func `a type that is none of version 1 has no family`(type: String) throws {
    let json = """
      {"specversion":"1.0","source":"castwire://catalog/l","sequence":"1","previous":"0","type":"\(type)","subject":"s",\
      "time":"2026-11-30T07:20:06.000Z","partitionkey":"f","data":{}}
      """
    #expect(try Event(json: Array(json.utf8)).familyAndVerb == nil)
  }
}

/// Enough of JSON to look into an event's data.
private enum JSONValue: Decodable, Equatable {
  case number(Int)
  case other

  init(from decoder: any Decoder) throws {
    self = (try? decoder.singleValueContainer().decode(Int.self)).map { .number($0) } ?? .other
  }
}
