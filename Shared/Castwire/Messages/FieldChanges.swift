/// Which fields of a model differ between two of its states: what stands in `changed`.
public enum FieldChanges {
  /// The names, as they are in JSON, of the fields that differ, in alphabetical order. A field that only one of the
  /// two has differs.
  ///
  /// - Throws: `EncodingError` for a number that JSON cannot hold.
  public static func names<Model: Encodable & Equatable>(from old: Model, to new: Model) throws -> [String] {
    if old == new { return [] }
    let (before, after) = (try fields(of: old), try fields(of: new))
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  private static func fields(of model: some Encodable) throws -> [String: JSONValue] {
    try MessageCoder.decode([String: JSONValue].self, from: try MessageCoder.encode(model))
  }

  /// Any JSON value. Foundation's own are classes, and casts to these fail without a word where Foundation is linked
  /// statically.
  private enum JSONValue: Decodable, Hashable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let flag = try? container.decode(Bool.self) {
        self = .flag(flag)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([JSONValue].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: JSONValue].self))
      }
    }
  }
}
