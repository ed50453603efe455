public import Foundation

/// The data of `cell.<locale>.updated`: a cell exactly as a list in that locale shows it.
public struct CellEvent<Cell: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
  /// `episode`, `video` or `photo`.
  public let kind: CellKind
  /// The locale, written as in en_US.
  public let locale: String
  /// The view model, ready to be shown.
  public let cell: Cell
  /// The id of the episode, video or photo that the cell shows.
  public let entity: String
  /// When the cell's words will no longer be right by themselves ("2 days ago"); nil for those that keep.
  public let staleAt: Date?
  /// Why the cell is published.
  public let reason: CellReason
  /// True where the entity was there when its feed was followed.
  public let initial: Bool

  /// The event of a new or different cell.
  public init(
    kind: CellKind, locale: String, cell: Cell, entity: String, staleAt: Date? = nil, reason: CellReason, initial: Bool
  ) {
    self.kind = kind
    self.locale = locale
    self.cell = cell
    self.entity = entity
    self.staleAt = staleAt
    self.reason = reason
    self.initial = initial
  }
}

/// The verbs of the families `cell.<locale>`.
public enum CellVerb: String, Codable, Sendable, Hashable, CaseIterable {
  case updated, removed
}

/// What a cell shows.
public enum CellKind: String, Codable, Sendable, Hashable, CaseIterable {
  case episode, video, photo
}

/// Why a cell was published.
public enum CellReason: String, Codable, Sendable, Hashable, CaseIterable {
  /// Its entity is new.
  case new
  /// Its entity changed.
  case changed
  /// Time passed.
  case stale
  /// The rules of formatting changed.
  case rebuilt
}
