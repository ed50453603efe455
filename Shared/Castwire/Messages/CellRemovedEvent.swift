/// The data of `cell.<locale>.removed`: what the cell showed is no more.
public struct CellRemovedEvent: Codable, Sendable, Hashable {
  /// What the cell showed.
  public let kind: CellKind
  /// The locale, written as in en_US: a replayed event has no topic that says it.
  public let locale: String
  /// The id of the episode, video or photo that the cell showed.
  public let entity: String

  /// The event of a cell that is taken back.
  public init(kind: CellKind, locale: String, entity: String) {
    self.kind = kind
    self.locale = locale
    self.entity = entity
  }
}
