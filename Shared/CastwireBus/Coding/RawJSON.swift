/// A piece of JSON that stays bytes: a field of this type is checked and not decoded, and is written as it stands.
///
/// It is for what is only passed on. `BusCoder` alone can code it.
public struct RawJSON: Codable, Sendable, Hashable {
  /// One JSON value, in UTF-8.
  public let bytes: [UInt8]

  /// Bytes that are JSON.
  ///
  /// - Throws: `DecodingError` where they are none.
  public init(_ bytes: [UInt8]) throws {
    _ = try JSONDocument(bytes, in: bytes.indices)
    self.bytes = bytes
  }

  /// The JSON of a value.
  ///
  /// - Throws: `EncodingError`.
  public init(encoding value: some Encodable) throws {
    bytes = try BusCoder.encode(value)
  }

  /// - Parameter bytes: JSON that was read or written by this coder.
  init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Reads nothing: what can read it reads the bytes.
  ///
  /// - Throws: `DecodingError`, as this is called by other decoders than `BusCoder` alone.
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? ValueDecoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "BusCoder alone reads raw JSON"))
    }
    bytes = Array(decoder.document.json(at: decoder.index))
  }

  /// Writes nothing: what can write it writes the bytes.
  ///
  /// - Throws: `EncodingError`, as this is called by other encoders than `BusCoder` alone.
  public func encode(to encoder: any Encoder) throws {
    guard let encoder = encoder as? ValueEncoder else {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: "BusCoder alone writes raw JSON"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(self)
  }
}
