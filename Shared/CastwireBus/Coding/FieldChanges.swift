/// Which fields of a model differ between two of its states: what stands in `changed`.
public enum FieldChanges {
  /// The names, as they are in JSON, of the fields that differ, in alphabetical order. A field that only one of the
  /// two has differs.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  public static func names<Model: Encodable & Equatable>(from old: Model, to new: Model) throws -> [String] {
    if old == new { return [] }
    return try names(from: try BusCoder.encode(old), to: try BusCoder.encode(new))
  }

  /// The same for two objects as `BusCoder` writes them: the same values have the same bytes.
  ///
  /// - Throws: `DecodingError` where one is no JSON object.
  public static func names(from old: [UInt8], to new: [UInt8]) throws -> [String] {
    if old == new { return [] }
    var fields = try fields(of: old)
    var names: [String] = []
    for (name, value) in try self.fields(of: new) where fields.removeValue(forKey: name) != value { names.append(name) }
    return (names + fields.keys).sorted()
  }

  /// The values of some fields of an object, as an object: null for each that it does not have. Put over another state by
  /// `merged`, they give these fields as they are here.
  ///
  /// - Parameter names: without characters that JSON escapes, as fields of models are.
  /// - Throws: `DecodingError` where `json` is no JSON object.
  public static func values(of names: [String], in json: [UInt8]) throws -> [UInt8] {
    let fields = try fields(of: json)
    return object(names.map { ($0, fields[$0] ?? null) })
  }

  /// An object with the fields of `changes` in place of its own; null takes a field out.
  ///
  /// - Throws: `DecodingError` where one is no JSON object.
  public static func merged(_ changes: [UInt8], over json: [UInt8]) throws -> [UInt8] {
    var merged = try fields(of: json)
    for (name, value) in try fields(of: changes) { merged[name] = value == null ? nil : value }
    return object(merged.sorted { $0.key < $1.key })
  }

  private static let null = ArraySlice("null".utf8)

  private static func object(_ fields: [(key: String, value: ArraySlice<UInt8>)]) -> [UInt8] {
    var json = [UInt8(ascii: "{")]
    for field in fields {
      if json.count > 1 { json.append(UInt8(ascii: ",")) }
      json += "\"\(field.key)\":".utf8
      json += field.value
    }
    return json + [UInt8(ascii: "}")]
  }

  private static func fields(of json: [UInt8]) throws -> [String: ArraySlice<UInt8>] {
    guard let members = JSONMembers(json) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "an object is expected"))
    }
    return Dictionary(members.all.map { ($0.name, json[$0.value]) }) { $1 }
  }
}
