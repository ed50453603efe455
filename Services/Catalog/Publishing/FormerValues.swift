internal import CastwireBus

/// The values that an entity's fields had before its next revision: put over that, they give what was before.
enum FormerValues {
  /// In bytes: of a revision beyond that the largest fields are left out.
  private static let limit = 64 << 10

  /// The fields of `old` that are other ones in `new`, null where there was none, as a JSON object; what had to be left
  /// out stands in `truncated`.
  ///
  /// - Parameter kind: of a video the views are always among them: they change without a revision.
  static func json(of old: [UInt8], before new: [UInt8], kind: EntityKind) throws -> [UInt8] {
    var names = try FieldChanges.names(from: old, to: new)
    if kind == .video, !names.contains("numberOfViews") { names.append("numberOfViews") }
    var json = try FieldChanges.values(of: names, in: old)
    var truncated: [String] = []
    while json.count > limit {
      let sizes = try names.map { try FieldChanges.values(of: [$0], in: old).count }
      guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { break }
      truncated.append(names.remove(at: largest))
      json = try FieldChanges.values(of: names, in: old)
    }
    guard !truncated.isEmpty else { return json }
    let member = try BusCoder.encode(["truncated": truncated]).dropFirst()
    return json.dropLast() + (json.count > 2 ? [UInt8(ascii: ",")] : []) + member
  }
}
