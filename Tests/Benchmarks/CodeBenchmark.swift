internal import Castwire
internal import CastwireBus
internal import Foundation

/// Measures the coder of the line beside Foundation's, taking turns within one run so that both meet the same machine.
struct CodeBenchmark {
  private var runs = 21

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": runs = try Measuring.runs(rest.popFirst())
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  func run() throws {
    print("µs of processor time each, medians of \(runs) turns; the event is its envelope and the message")
    print(row("", "bytes", "decode", "Foundation", "ratio", "encode", "Foundation", "ratio"))
    try measure("item.seen", TypicalMessages.item)
    try measure("episode.added", TypicalMessages.episode)
    try measure("video.added", TypicalMessages.video)
    try measure("cell.updated", TypicalMessages.cell)
    try measure("cell.updated video", TypicalMessages.videoCell)
  }

  private func measure<Message: Codable>(_ name: String, _ message: Message) throws {
    let (verb, family) = (String(name.split(separator: ".")[1]), String(name.split(separator: ".")[0]))
    let data = try BusCoder.encode(message)
    try measure(
      "\(name) message", size: data.count,
      decode: { _ = try BusCoder.decode(Message.self, from: data) },
      yardstick: { _ = try decoder().decode(Message.self, from: Data(data)) },
      encode: { _ = try BusCoder.encode(message) },
      yardstick: { _ = Array(try encoder().encode(message)) })

    func draft(_ data: [UInt8]) -> EventDraft {
      EventDraft(
        family: family, topic: Topic(family: family, feed: TypicalMessages.feed, verb: verb),
        type: EventType.name(family: family, verb: verb), subject: TypicalMessages.entity,
        partitionKey: TypicalMessages.feed, schema: EventType.schema(family: family),
        causationID: "castwire://feed-ingest/\(TypicalMessages.log)#00000000000000123456",
        traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", data: data)
    }
    func json(_ draft: EventDraft) -> [UInt8] {
      draft.json(
        source: "castwire://catalog/\(TypicalMessages.log)", sequence: Position(123_457), previous: Position(123_455),
        time: Timestamp(rawValue: 1_796_025_185_247))
    }
    let event = json(draft(data))
    let envelope = try decoder().decode(Envelope<Message>.self, from: Data(event))
    try measure(
      "\(name) event", size: event.count,
      decode: { _ = try Event(json: event).decode(Message.self) },
      yardstick: { _ = try decoder().decode(Envelope<Message>.self, from: Data(event)) },
      encode: { _ = json(draft(try BusCoder.encode(message))) },
      yardstick: { _ = Array(try encoder().encode(envelope)) })
  }

  private func measure(
    _ name: String, size: Int, decode: @escaping () throws -> Void, yardstick decodeOther: @escaping () throws -> Void,
    encode: @escaping () throws -> Void, yardstick encodeOther: @escaping () throws -> Void
  ) throws {
    let bodies = [decode, decodeOther, encode, encodeOther]
    var seconds = [[Double]](repeating: [], count: bodies.count)
    for _ in 0..<runs {
      for (index, body) in bodies.enumerated() { seconds[index].append(try Measuring.seconds(2_000, body)) }
    }
    let micros = seconds.map { Measuring.median($0) * 1e6 }
    print(
      row(
        name, "\(size)", format(micros[0], 2), format(micros[1], 2), format(micros[1] / micros[0], 1),
        format(micros[2], 2), format(micros[3], 2), format(micros[3] / micros[2], 1)))
  }

  private func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }

  private func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }

  private func format(_ number: Double, _ decimals: Int) -> String {
    String(format: "%.\(decimals)f", number)
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [26, 6, 7, 10, 6, 7, 10, 6])
  }
}

/// An event as one Codable type, for the yardstick.
private struct Envelope<Message: Codable>: Codable {
  let specversion: String
  let source: String
  let id: String
  let sequence: String
  let previous: String
  let type: String
  let subject: String
  let time: String
  let partitionkey: String
  let causationid: String?
  let traceparent: String?
  let datacontenttype: String
  let dataschema: String
  let data: Message
}
