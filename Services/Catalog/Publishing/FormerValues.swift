internal import CastwireBus

/// The values that an entity's fields had before its next revision: put over that, they give what was before.
enum FormerValues {
  /// In bytes: of a revision beyond that the largest texts are left out.
  private static let limit = 64 << 10
  /// The fields that may be left out, the first first.
  private static let texts = ["contentHTML", "description"]

  /// The fields of `old` that are other ones in `new`, null where there was none, as a JSON object; what had to be left
  /// out stands in `truncated`.
  ///
  /// - Parameter kind: of a video the views are always among them: they change without a revision.
  static func json(of old: [UInt8], before new: [UInt8], kind: EntityKind) throws -> [UInt8] {
    var names = try FieldChanges.names(from: old, to: new)
    if kind == .video, !names.contains("numberOfViews") { names.append("numberOfViews") }
    var json = try FieldChanges.values(of: names, in: old)
    var truncated: [String] = []
    for text in texts where json.count > limit && names.contains(text) {
      names.removeAll { $0 == text }
      truncated.append(text)
      json = try FieldChanges.values(of: names, in: old)
    }
    guard !truncated.isEmpty else { return json }
    let member = try BusCoder.encode(["truncated": truncated]).dropFirst()
    return json.dropLast() + (json.count > 2 ? [UInt8(ascii: ",")] : []) + member
  }
}
