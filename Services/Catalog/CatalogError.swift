internal import CastwireBus

/// What is wrong with the catalog's own data.
enum CatalogError: Error, CustomStringConvertible {
  case missingEvent(subject: String, sequence: Position)

  var description: String {
    switch self {
    case .missingEvent(let subject, let sequence):
      "the log has no event \(sequence), where the tables say that \(subject) stands; restore a backup"
    }
  }
}

extension Event {
  /// The entity that the catalog published, as its bytes.
  func entity(_ name: StaticString) throws -> [UInt8] {
    guard let entity = member(name) else { throw CatalogError.missingEvent(subject: subject, sequence: sequence) }
    return entity
  }
}
