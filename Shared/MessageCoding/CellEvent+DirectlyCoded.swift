public import Castwire
public import CastwireBus

/// Whatever the cell is, it is written as its own Codable says.
extension CellEvent: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let kind = try members.value("kind", CellKind.self), let locale = try members.string("locale"),
      let cell = try members.value("cell", Cell.self), let entity = try members.string("entity"),
      let reason = try members.value("reason", CellReason.self), let initial = try members.flag("initial")
    else { return nil }
    self.init(
      kind: kind, locale: locale, cell: cell, entity: entity, staleAt: try members.date("staleAt"),
      reason: reason, initial: initial)
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    try members.value("cell", cell)
    members.string("entity", entity)
    members.flag("initial", initial)
    members.string("kind", kind.rawValue)
    members.string("locale", locale)
    members.string("reason", reason.rawValue)
    members.date("staleAt", staleAt)
    return true
  }
}
