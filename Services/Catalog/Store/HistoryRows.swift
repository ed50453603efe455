internal import CastwireBus

/// A former revision of an entity, as what of it was different.
struct FormerRevision: Hashable {
  let revision: Int
  /// When it was published.
  let time: Timestamp
  /// The verb that it was published with.
  let verb: String
  /// The fields in which it differed from the revision before it.
  let changed: [String]
  /// A JSON object with the values that it had of the fields in which the revision after it differs; nil as long as there
  /// is none after it.
  let former: [UInt8]?
}

/// Why an entity was taken for what it is, where that was not plain.
struct DecisionRow: Hashable {
  let time: Timestamp
  /// The number of the document that asked for it; 0 where none did.
  let document: Int
  /// The rule's name.
  let rule: String
  /// A JSON object.
  let detail: [UInt8]?
}
