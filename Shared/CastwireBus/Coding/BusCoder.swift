/// How everything on the line becomes JSON (RFC 8259) and back: the data of events, `$head`, requests and replies.
///
/// It is for Codable types as they are. The same value always gives the same bytes, so that bytes can be compared and
/// hashed: names in the order of their bytes, no white space, slashes as they are, the shortest digits that read back as
/// the same number. Dates are ISO 8601 in UTC with Z, to the second; URLs are strings. What a type writes twice into
/// one object is an error, since readers would take one or the other.
///
/// Reading takes what Foundation's `JSONDecoder` takes, with these exceptions, which all come to a `DecodingError`:
/// * a name that stands twice in an object that is read: which one counts would be a matter of luck;
/// * what is no JSON or no UTF-8, even where nobody asks for it, and a comma before a closing bracket;
/// * half of a surrogate pair, which is no text;
/// * a byte order mark and other encodings than UTF-8;
/// * a number that is no integer for an integer, even where a Double could not tell (`1.0000000000000001`);
/// * more than 128 values within one another, and more than 64 MiB.
///
/// Names are compared byte by byte. Fields that the type does not know are passed over.
public enum BusCoder {
  /// The JSON of a value, in UTF-8.
  ///
  /// - Throws: `EncodingError`, which names the place: a number that JSON cannot hold, values nested deeper than 128.
  public static func encode(_ value: some Encodable) throws -> [UInt8] {
    let writer = JSONWriter()
    if let value = value as? any DirectlyCoded { try writer.write(directly: value) } else { try writer.write(value) }
    return writer.json
  }

  /// The JSON of a value, in UTF-8: the same as for any other type, without having to find out which it is.
  ///
  /// - Throws: `EncodingError`.
  public static func encode(_ value: some DirectlyCoded) throws -> [UInt8] {
    let writer = JSONWriter()
    try writer.write(directly: value)
    return writer.json
  }

  /// A value from its JSON.
  ///
  /// - Throws: `DecodingError`, which names the place.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: [UInt8]) throws -> Value {
    try decode(type, from: json, in: json.indices)
  }

  /// A value from its JSON.
  ///
  /// - Throws: `DecodingError`, which names the place.
  public static func decode<Value: Decodable>(_ type: Value.Type, from json: some Collection<UInt8>) throws -> Value {
    try decode(type, from: Array(json))
  }

  /// A value from a part of some bytes.
  static func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], in range: Range<Int>
  ) throws -> Value {
    let document = try JSONDocument(bytes, in: range)
    if let type = type as? any DirectlyCoded.Type, let value = try document.decode(directly: type, at: 0) as? Value {
      return value
    }
    return try document.decode(type, at: 0)
  }

  /// A value from a part of some bytes, without having to find out which type it is.
  static func decode<Value: DirectlyCoded>(
    _ type: Value.Type, from bytes: [UInt8], in range: Range<Int>
  ) throws -> Value {
    try JSONDocument(bytes, in: range).decode(directly: type, at: 0)
  }
}
