/// An event before it has a place in a log.
public struct EventDraft: Sendable {
  /// `episode`; for cells `cell.en_US`. What `previous` counts by.
  public let family: String
  /// What it is sent under.
  public let topic: Topic
  /// `castwire.episode.added.v1`.
  public let type: String
  /// The id of what it is about.
  public let subject: String
  /// The id of the feed that it belongs to.
  public let partitionKey: String
  /// The URN of the data's schema.
  public let schema: String
  /// The event that caused it, as `source#id`.
  public let causationID: String?
  /// W3C trace context.
  public let traceparent: String?
  /// One JSON object.
  public let data: [UInt8]

  /// An event that some log is to take.
  public init(
    family: String, topic: Topic, type: String, subject: String, partitionKey: String, schema: String,
    causationID: String? = nil, traceparent: String? = nil, data: [UInt8]
  ) {
    self.family = family
    self.topic = topic
    self.type = type
    self.subject = subject
    self.partitionKey = partitionKey
    self.schema = schema
    self.causationID = causationID
    self.traceparent = traceparent
    self.data = data
  }

  /// The event as it is committed and sent.
  public func json(source: String, sequence: Position, previous: Position, time: Timestamp) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(data.count + 640)
    json.append(contentsOf: #"{"specversion":"1.0""#.utf8)
    func add(_ name: StaticString, _ value: String) {
      json.append(contentsOf: ",\"\(name)\":".utf8)
      json.append(jsonString: value)
    }
    add("source", source)
    add("id", sequence.description)
    add("sequence", sequence.description)
    add("previous", previous.description)
    add("type", type)
    add("subject", subject)
    add("time", time.description)
    add("partitionkey", partitionKey)
    if let causationID { add("causationid", causationID) }
    if let traceparent { add("traceparent", traceparent) }
    add("datacontenttype", "application/json")
    add("dataschema", schema)
    json.append(contentsOf: #","data":"#.utf8)
    json.append(contentsOf: data)
    json.append(UInt8(ascii: "}"))
    return json
  }
}
