import TestSupport
import Testing

@testable import CastwireBus
@testable import FeedIngest
@testable import ServiceLoop

/// The schemas of what the bus itself says beside the types that write it: the envelope, `$head` and replies.
struct BusSchemaTests {
  private static let log = "0e4c4f43-8f2c-4a53-8bb1-4f1bd1c3aa52"
  private static let feed = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  private static let time = Timestamp(rawValue: 1_700_000_000_125)

  private let contract: Contract

  init() throws {
    contract = try Contract()
  }

  private static func event(causationID: String?, traceparent: String?) -> [UInt8] {
    EventDraft(
      family: "episode", topic: Topic(family: "episode", feed: feed, verb: "removed"),
      type: "castwire.episode.removed.v1", subject: feed, partitionKey: feed, schema: "urn:castwire:schema:episode:1",
      causationID: causationID, traceparent: traceparent, data: Array("{}".utf8)
    )
    .json(source: "castwire://catalog/\(log)", sequence: Position(17), previous: Position(0), time: time)
  }

  @Test func `the schema of the envelope and the events that are written have the same attributes`() async throws {
    let example = try ContractExample(
      "urn:castwire:schema:envelope:1",
      full: Self.event(
        causationID: "castwire://feed-ingest/\(Self.log)#\(Position(9))",
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"),
      minimal: Self.event(causationID: nil, traceparent: nil))
    let problems = try await ContractExample.problems(in: [example], of: contract)
    #expect(problems == [])
  }

  @Test func `the schema of $head and its type have the same fields`() async throws {
    let head = try BusCoder.encode(
      Head(
        log: Self.log, head: Position(17), oldest: Position(1), time: Self.time,
        heads: ["episode": Position(17), "cell.en_US": Position(3)]))
    let example = try ContractExample("urn:castwire:schema:head:1", full: head, minimal: head)
    let problems = try await ContractExample.problems(in: [example], of: contract)
    #expect(problems == [])
  }

  private static func reply(_ name: String, _ full: Reply, _ minimal: Reply) throws -> ContractExample {
    let id = Array("1".utf8)
    return try ContractExample(
      "urn:castwire:schema:reply:\(name):1", full: full.frames(id: id)[0], minimal: minimal.frames(id: id)[0])
  }

  private static func ok(_ result: some Encodable) throws -> Reply {
    .ok(result: try BusCoder.encode(result))
  }

  @Test func `the schemas of replies and what services answer have the same fields`() async throws {
    let page = try Self.ok(
      Replay.PageResult(
        log: Self.log, scannedTo: Position(17), scannedTime: Self.time, head: Position(17), oldest: Position(1),
        more: false, complete: true))
    let truncated = Reply.truncated(
      result: try BusCoder.encode(Replay.TruncatedResult(log: Self.log, oldest: Position(5), head: Position(17))))
    let error = Reply.error(RequestError(.notFound, "there is no episode x"))
    let imported = try Self.ok(FeedRequests.ImportResult(followed: 1, known: 2, problems: ["no feed"]))
    let verified = (
      full: try Self.ok(HubSubscriber.Verified(challenge: "c")),
      least: try Self.ok(HubSubscriber.Verified(challenge: nil))
    )
    let taken = try Self.ok(HubSubscriber.Delivered(taken: true))
    let retried = try Self.ok(["retried": 1])
    let status = (full: try Self.ok(Self.status), least: try Self.ok(Self.leastStatus))
    let examples = [
      try Self.reply("replay", page, page), try Self.reply("replay", truncated, truncated),
      try Self.reply("error", error, error), try Self.reply("feeds.import", imported, imported),
      try Self.reply("push.verify", verified.full, verified.least), try Self.reply("push.deliver", taken, taken),
      try Self.reply("service.status", status.full, status.least), try Self.reply("service.retry", retried, retried),
    ]
    let problems = try await ContractExample.problems(in: examples, of: contract, free: ["id"])
    #expect(problems == [])
  }

  @Test func `every reply may be an error`() async throws {
    let refusal = Reply.error(RequestError(.busy, "later")).frames(id: Array("null".utf8))[0]
    let replies = contract.schemas.keys.filter { $0.contains(":reply:") }
    #expect(replies.count > 10)
    let problems = try await SchemaValidator.problems(in: replies.map { .init(schema: $0, json: refusal) })
    #expect(problems == [])
    let wrong = Array(#"{"status":"error","id":null,"code":"tired","message":""}"#.utf8)
    let errors = try await SchemaValidator.errors(in: replies.map { .init(schema: $0, json: wrong) })
    #expect(errors.allSatisfy { !$0.isEmpty })
  }

  private static let status = ServiceStatus(
    service: "catalog", version: "0.1.0", uptime: 60, log: log, head: Position(17), oldest: Position(1),
    complete: true, trouble: "the database cannot be written: disk full",
    peers: [
      ServiceStatus.Peer(
        endpoint: "tcp://127.0.0.1:5701", live: false, state: .refused,
        handshakes: ServiceStatus.Peer.Handshakes(succeeded: 1, failed: 2), cursor: Position(3), lag: 14,
        trouble: "no answer",
        counters: Subscription.Counters(gaps: 1, replays: 2, timeouts: 3, reconnects: 4, malformed: 5))
    ],
    consumers: [ServiceStatus.Consumer(name: "me", after: Position(1), lag: 16, lastAsked: time)], quarantined: 1,
    counters: ["published": 17])

  private static let leastStatus = ServiceStatus(
    service: "catalog", version: "0", uptime: 0, log: log, head: Position(0), oldest: Position(1),
    complete: false,
    peers: [
      ServiceStatus.Peer(
        endpoint: "tcp://127.0.0.1:5701", live: true, state: .connected,
        handshakes: ServiceStatus.Peer.Handshakes(succeeded: 1, failed: 0), cursor: Position(17), lag: 0, trouble: nil,
        counters: Subscription.Counters())
    ], consumers: status.consumers, quarantined: 0, counters: [:])
}
