/// Where a subscriber keeps how far it has come.
public protocol CursorStore: Sendable {
  /// What was saved last; nil where nothing was.
  func load() async throws -> Checkpoint?

  /// Puts a place in the place of the one before, so that it survives whatever befalls the process.
  func save(_ checkpoint: Checkpoint) async throws
}

/// A cursor store made of two closures: a row in a database that is there anyhow, a key in Redis.
public struct CursorClosures: CursorStore {
  private let loading: @Sendable () async throws -> Checkpoint?
  private let saving: @Sendable (Checkpoint) async throws -> Void

  /// - Parameters:
  ///   - load: gives what was saved last, nil where nothing was.
  ///   - save: stores a place. `Checkpoint` is Codable.
  public init(
    load: @escaping @Sendable () async throws -> Checkpoint?,
    save: @escaping @Sendable (Checkpoint) async throws -> Void
  ) {
    loading = load
    saving = save
  }

  /// What the first closure gives.
  public func load() async throws -> Checkpoint? {
    try await loading()
  }

  /// Calls the second closure.
  public func save(_ checkpoint: Checkpoint) async throws {
    try await saving(checkpoint)
  }
}
