/// The result of `service.status`.
public struct ServiceStatus: Codable, Sendable, Hashable {
  /// A log that the service follows.
  public struct Peer: Codable, Sendable, Hashable {
    /// Where its events come from.
    public let endpoint: String
    /// True once the service has caught up with it and hears live events.
    public let live: Bool
    /// How its connections stand.
    public let state: ConnectionState
    /// How often one was made, and how often that failed on the handshake, since the start.
    public let handshakes: Handshakes
    /// How far the service has come in it.
    public let cursor: Position
    /// How many events are still to come, as far as is known.
    public let lag: UInt64
    /// What is wrong at the moment.
    public let trouble: String?
    /// What happened on the way.
    public let counters: Subscription.Counters

    /// What became of attempts to connect.
    public struct Handshakes: Codable, Sendable, Hashable {
      /// So many connections were made.
      public let succeeded: Int
      /// So many failed because one side would not have the other.
      public let failed: Int
    }

    /// The state of a subscription.
    ///
    /// - Parameters:
    ///   - endpoint: where its events come from.
    ///   - lag: how many events are still to come, as far as is known.
    public init(_ subscription: Subscription, endpoint: String, lag: UInt64) {
      self.init(
        endpoint: endpoint, live: subscription.isLive, state: subscription.connectionState,
        handshakes: Handshakes(succeeded: subscription.handshakes, failed: subscription.handshakeFailures),
        cursor: subscription.position, lag: lag, trouble: subscription.trouble, counters: subscription.counters)
    }

    init(
      endpoint: String, live: Bool, state: ConnectionState, handshakes: Handshakes, cursor: Position, lag: UInt64,
      trouble: String?, counters: Subscription.Counters
    ) {
      self.endpoint = endpoint
      self.live = live
      self.state = state
      self.handshakes = handshakes
      self.cursor = cursor
      self.lag = lag
      self.trouble = trouble
      self.counters = counters
    }
  }

  /// Somebody who replays the service's log under a name.
  public struct Consumer: Codable, Sendable, Hashable {
    /// What it calls itself.
    public let name: String
    /// After which position it asked last.
    public let after: Position
    /// How many events it had not asked for then.
    public let lag: UInt64
    /// When it asked last.
    public let lastAsked: Timestamp

    /// The state of a consumer.
    public init(name: String, after: Position, lag: UInt64, lastAsked: Timestamp) {
      self.name = name
      self.after = after
      self.lag = lag
      self.lastAsked = lastAsked
    }
  }

  /// The service's name: `catalog`.
  public let service: String
  /// Castwire's version.
  public let version: String
  /// In seconds.
  public let uptime: Int
  /// The log's id.
  public let log: String
  /// The newest event; 0 for an empty log.
  public let head: Position
  /// The first position from which nothing was dropped.
  public let oldest: Position
  /// False while the service has not caught up with what it is made from.
  public let complete: Bool
  /// What keeps the service from its work at the moment, such as a full disk; what its peers are to blame for stands there.
  public let trouble: String?
  /// The logs that the service follows.
  public let peers: [Peer]
  /// Those who follow the service under a name.
  public let consumers: [Consumer]
  /// Events that could not be applied and were put aside.
  public let quarantined: Int
  /// Figures of the service's own, since its start.
  public let counters: [String: Int]

  /// The state of a service.
  public init(
    service: String, version: String, uptime: Int, log: String, head: Position, oldest: Position, complete: Bool,
    trouble: String? = nil, peers: [Peer], consumers: [Consumer], quarantined: Int, counters: [String: Int]
  ) {
    self.service = service
    self.version = version
    self.uptime = uptime
    self.log = log
    self.head = head
    self.oldest = oldest
    self.complete = complete
    self.trouble = trouble
    self.peers = peers
    self.consumers = consumers
    self.quarantined = quarantined
    self.counters = counters
  }
}
