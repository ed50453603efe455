extension Subscription {
  /// What of a log is wanted: gaps can be seen in these two alone.
  public enum Scope: Sendable, Hashable {
    case wholeLog
    /// One family: `episode`.
    case family(String)

    /// As a checkpoint notes it.
    var storedFamily: String {
      switch self {
      case .wholeLog: ""
      case .family(let family): family
      }
    }
  }

  /// Where to begin.
  public enum Start: Sendable, Hashable {
    /// With the whole present state.
    case beginning
    /// With what comes from now on.
    case head
    /// After what was applied before. `isStartingOver` as it was stored: see `Batch.startsOver`.
    case cursor(Cursor, isStartingOver: Bool = false)
  }

  /// A service's two sockets.
  public struct Endpoints: Sendable, Hashable {
    /// `tcp://127.0.0.1:5711`
    public let events: String
    /// `tcp://127.0.0.1:5712`
    public let requests: String

    /// The sockets at two addresses.
    public init(events: String, requests: String) {
      self.events = events
      self.requests = requests
    }
  }
}
