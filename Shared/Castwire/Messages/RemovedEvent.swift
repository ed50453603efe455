/// The data of every `removed` event: the subject is no more.
public struct RemovedEvent: Codable, Sendable, Hashable {
  /// The id of the entity that stands for it now, where it was the same as another.
  public let duplicateOf: String?

  /// The event of a subject that is no more.
  public init(duplicateOf: String? = nil) {
    self.duplicateOf = duplicateOf
  }
}
