internal import Foundation

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

  private static func fields(of model: some Encodable) throws -> [String: NSObject] {
    let json = Data(try MessageCoder.encode(model))
    return try JSONSerialization.jsonObject(with: json) as? [String: NSObject] ?? [:]
  }
}
