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
    var out = OutputBuffer(capacity: data.count + 768)
    out.append(#"{"specversion":"1.0","source":"#)
    out.append(jsonString: source)
    out.append(#","id":""#)
    out.append(sequence.rawValue, digits: 20)
    out.append(#"","sequence":""#)
    out.append(sequence.rawValue, digits: 20)
    out.append(#"","previous":""#)
    out.append(previous.rawValue, digits: 20)
    out.append(#"","type":"#)
    out.append(jsonString: type)
    out.append(#","subject":"#)
    out.append(jsonString: subject)
    out.append(#","time":""#)
    out.append(time)
    out.append(#"","partitionkey":"#)
    out.append(jsonString: partitionKey)
    if let causationID {
      out.append(#","causationid":"#)
      out.append(jsonString: causationID)
    }
    if let traceparent {
      out.append(#","traceparent":"#)
      out.append(jsonString: traceparent)
    }
    out.append(#","datacontenttype":"application/json","dataschema":"#)
    out.append(jsonString: schema)
    out.append(#","data":"#)
    out.append(data)
    out.append(UInt8(ascii: "}"))
    return Array(out.bytes)
  }
}
