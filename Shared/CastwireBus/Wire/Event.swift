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
    guard let members = JSONMembers(json) else {
      throw MalformedEventError(reason: "it is no JSON object, or one with a name that stands twice")
    }
    func required(_ key: StaticString) throws(MalformedEventError) -> String {
      guard let value = members.string(key) else {
        throw MalformedEventError(reason: "'\(key)' is missing or no plain string")
      }
      return value
    }
    // What has no escapes is read where it stands.
    func read<Value>(
      _ key: StaticString, _ what: StaticString, _ read: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(MalformedEventError) -> Value {
      guard let place = members.value(key) else {
        throw MalformedEventError(reason: "'\(key)' is missing or no plain string")
      }
      let value =
        if let content = members.plainString(place) {
          json.withUnsafeBufferPointer { read(UnsafeBufferPointer(rebasing: $0[content])) }
        } else {
          members.string(key).flatMap { Array($0.utf8).withUnsafeBufferPointer(read) }
        }
      guard let value else { throw MalformedEventError(reason: "'\(key)' is no \(what)") }
      return value
    }
    guard try read("specversion", "string", { $0.elementsEqual("1.0".utf8) }) else {
      throw MalformedEventError(reason: "its specversion is not 1.0")
    }
    (service, log) = try read("source", "castwire://SERVICE/LOG") { Self.serviceAndLog($0) }
    guard let dataRange = members.value("data") else { throw MalformedEventError(reason: "'data' is missing") }
    self.json = json
    self.dataRange = dataRange
    time = try read("time", "time") { Timestamp(utf8: $0) }
    sequence = try read("sequence", "position") { Position(utf8: $0) }
    previous = try read("previous", "position") { Position(utf8: $0) }
    type = try required("type")
    subject = try required("subject")
    partitionKey = try required("partitionkey")
    traceparent = members.string("traceparent")
  }

  private static func serviceAndLog(_ source: UnsafeBufferPointer<UInt8>) -> (String, String)? {
    let scheme: StaticString = "castwire://"
    let start = scheme.utf8CodeUnitCount
    guard source.count > start, source.starts(with: UnsafeBufferPointer(start: scheme.utf8Start, count: start)),
      let slash = source[start...].firstIndex(of: UInt8(ascii: "/")),
      !source[(slash + 1)...].contains(UInt8(ascii: "/"))
    else { return nil }
    return (
      String(decoding: source[start..<slash], as: UTF8.self), String(decoding: source[(slash + 1)...], as: UTF8.self)
    )
  }

  /// What the event says, as JSON.
  public var data: ArraySlice<UInt8> {
    json[dataRange]
  }

  /// The JSON of one member of what the event says: `episode` in an episode's events.
  public func member(_ name: StaticString) -> [UInt8]? {
    JSONMembers(json, in: dataRange)?.value(name).map { Array(json[$0]) }
  }

  /// What the event says, as a value. Dates are read as ISO 8601; fields that the type does not know are ignored.
  ///
  /// - Throws: `DecodingError`, which names the field.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try BusCoder.decode(type, from: json, in: dataRange)
  }

  /// What the event says, as a value: the same as for any other type, without having to find out which it is.
  ///
  /// - Throws: `DecodingError`, which names the field.
  public func decode<Value: DirectlyCoded>(_ type: Value.Type) throws -> Value {
    try BusCoder.decode(type, from: json, in: dataRange)
  }

  /// The event's name for others that it causes: `castwire://SERVICE/LOG#SEQUENCE`.
  public var causationID: String {
    var text = "castwire://"
    text.reserveCapacity(text.utf8.count + service.utf8.count + log.utf8.count + 22)
    text += service
    text += "/"
    text += log
    text += "#"
    text += sequence.description
    return text
  }

  /// The family and the verb in its type: `episode` and `added`. Nil for a type of a later version than 1, which says
  /// something else under the same names and is as unknown as another family.
  public var familyAndVerb: (family: Substring, verb: Substring)? {
    guard type.hasPrefix("castwire."), type.hasSuffix(".v1"), type.utf8.count > 12 else { return nil }
    let words = type.utf8.dropFirst(9).dropLast(3)
    guard let dot = words.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    let (family, verb) = (words[..<dot], words[words.index(after: dot)...])
    guard !family.isEmpty, !verb.isEmpty, !verb.contains(UInt8(ascii: ".")) else { return nil }
    return (Substring(family), Substring(verb))
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
