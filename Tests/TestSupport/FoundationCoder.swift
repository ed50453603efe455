internal import Foundation

/// Foundation's coders as they are set for the line: what the project's own coder is held against.
public enum FoundationCoder {
  /// The JSON of a value.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return Array(try encoder.encode(value))
  }

  /// A value from its JSON.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws -> Value {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(type, from: Data(json))
  }
}
