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

  private static func fields(of json: [UInt8]) throws -> [String: ArraySlice<UInt8>] {
    guard let members = JSONMembers(json) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "an object is expected"))
    }
    return Dictionary(members.all.map { ($0.name, json[$0.value]) }) { $1 }
  }
}
