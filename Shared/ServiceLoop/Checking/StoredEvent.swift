internal import CastwireBus
internal import Storage

/// An event as it lies in the log: its JSON, and the columns that say again what its envelope says.
struct StoredEvent {
  static let columns = "sequence, time, family, feed, subject, json"

  let sequence: Position
  let time: Timestamp
  let family: String
  let feed: String
  let subject: String
  let json: [UInt8]

  /// Reads a row of `columns`.
  init(_ row: borrowing Row) {
    sequence = row.position(0)
    time = Timestamp(rawValue: Int64(row.integer(1)))
    family = row.text(2)
    feed = row.text(3)
    subject = row.text(4)
    json = row.blob(5)
  }

  /// The position of the event of its family before it; nil where its envelope cannot be read.
  func previous() -> Position? {
    (try? Event(json: json))?.previous
  }

  /// What is wrong with the event by itself.
  ///
  /// - Parameter logs: the ids that the log has and had.
  func findings(service: String, logs: Set<String>) -> [String] {
    let event: Event
    do {
      event = try Event(json: json)
    } catch {
      return ["event \(sequence): \(error)"]
    }
    var wrong: [String] = []
    if event.sequence != sequence { wrong.append("sequence is \(event.sequence)") }
    if event.time != time { wrong.append("time is \(event.time) and not \(time)") }
    if event.subject != subject { wrong.append("subject is \(event.subject) and not \(subject)") }
    if event.partitionKey != feed { wrong.append("partitionkey is \(event.partitionKey) and not \(feed)") }
    if event.service != service { wrong.append("source names \(event.service) and not \(service)") }
    if !logs.contains(event.log) { wrong.append("source names the log \(event.log), which this log never was") }
    // A cell's family has its locale, too, which its type has not.
    if event.familyAndVerb.map({ $0.family != family.prefix { $0 != "." } }) ?? true {
      wrong.append("type is \(event.type) and its family \(family)")
    }
    if event.previous >= sequence { wrong.append("previous is \(event.previous)") }
    return wrong.map { "event \(sequence): its \($0)" }
  }
}
