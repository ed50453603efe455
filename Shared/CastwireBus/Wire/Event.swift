/// An event of the bus: a CloudEvents 1.0 structured-mode event, read as far as the bus must. Its data stays bytes.
public struct Event: Sendable, Hashable {
  /// The whole event as it was committed, in UTF-8.
  public let json: [UInt8]
  /// The service that published it: `catalog`.
  public let service: String
  /// The log that it stands in: a UUID.
  public let log: String
  /// Where it stands in that log.
  public let sequence: Position
  /// Where the event of the same family before it stands; 0 where there is none.
  public let previous: Position
  /// Its type: `castwire.episode.added.v1`.
  public let type: String
  /// The id of what it is about.
  public let subject: String
  /// When it was committed; never decreases within a log.
  public let time: Timestamp
  /// The id of the feed that it belongs to.
  public let partitionKey: String
  /// W3C trace context, where the event has one.
  public let traceparent: String?
  private let dataRange: Range<Int>

  /// Reads an event.
  ///
  /// - Throws: `MalformedEventError` where it is no event of the bus.
  public init(json: [UInt8]) throws(MalformedEventError) {
    guard let members = JSONMembers(json) else { throw MalformedEventError(reason: "it is no JSON object") }
    func required(_ key: StaticString) throws(MalformedEventError) -> String {
      guard let value = members.string(key) else {
        throw MalformedEventError(reason: "'\(key)' is missing or no plain string")
      }
      return value
    }
    func position(_ key: StaticString) throws(MalformedEventError) -> Position {
      guard let position = Position(digits: try required(key)) else {
        throw MalformedEventError(reason: "'\(key)' is no position")
      }
      return position
    }
    guard try required("specversion") == "1.0" else { throw MalformedEventError(reason: "its specversion is not 1.0") }
    let source = try required("source")
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0] == "castwire:", parts[1].isEmpty else {
      throw MalformedEventError(reason: "its source '\(source)' is not castwire://SERVICE/LOG")
    }
    guard let time = Timestamp(try required("time")) else { throw MalformedEventError(reason: "'time' is no time") }
    guard let dataRange = members.value("data") else { throw MalformedEventError(reason: "'data' is missing") }
    self.json = json
    self.dataRange = dataRange
    self.time = time
    service = String(parts[2])
    log = String(parts[3])
    sequence = try position("sequence")
    previous = try position("previous")
    type = try required("type")
    subject = try required("subject")
    partitionKey = try required("partitionkey")
    traceparent = members.string("traceparent")
  }

  /// What the event says, as JSON.
  public var data: ArraySlice<UInt8> {
    json[dataRange]
  }

  /// The JSON of one member of what the event says: `episode` in an episode's events.
  public func member(_ name: StaticString) -> [UInt8]? {
    let data = Array(data)
    return JSONMembers(data)?.value(name).map { Array(data[$0]) }
  }

  /// What the event says, as a value. Dates are read as ISO 8601; fields that the type does not know are ignored.
  ///
  /// - Throws: `DecodingError`, which names the field.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try BusCoder.decode(type, from: data)
  }

  /// The event's name for others that it causes: `castwire://SERVICE/LOG#SEQUENCE`.
  public var causationID: String {
    "castwire://\(service)/\(log)#\(sequence)"
  }

  /// The family and the verb in its type: `episode` and `added`. Nil for a type of a later version than 1, which says
  /// something else under the same names and is as unknown as another family.
  public var familyAndVerb: (family: Substring, verb: Substring)? {
    let words = type.split(separator: ".")
    guard words.count == 4, words[0] == "castwire", words[3] == "v1" else { return nil }
    return (words[1], words[2])
  }
}

/// Bytes that should have been an event and are not.
public struct MalformedEventError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let reason: String

  /// The error in words, for a person.
  public var description: String {
    "this is no event of the bus: \(reason)"
  }
}
