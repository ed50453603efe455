internal import Foundation

/// How the bus's own messages (`$head`, requests, replies) become JSON and back: keys sorted, slashes as they are,
/// dates in ISO 8601 in UTC.
public enum BusCoder {
  /// The JSON of a message, in UTF-8.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Array(try encoder.encode(value))
  }

  /// A message from its JSON. Fields that the type does not know are ignored.
  ///
  /// - Throws: `DecodingError`, which names the field.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: some Collection<UInt8>) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(json))
  }
}
