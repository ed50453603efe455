extension Subscription {
  /// How the connections to the service stand: that of the two that somebody has to mend, else that of the events.
  public var connectionState: ConnectionState {
    let requestState = requests.connection.state
    return requestState.needsMending && !live.connection.state.needsMending ? requestState : live.connection.state
  }

  /// What is wrong at the moment, for a person; nil while all is well.
  public var trouble: String? {
    live.connection.trouble ?? requests.connection.trouble ?? replayTrouble
  }

  /// How often a connection was made, its handshake included.
  public var handshakes: Int {
    live.connection.handshakes + requests.connection.handshakes
  }

  /// How often a handshake failed.
  public var handshakeFailures: Int {
    live.connection.failures + requests.connection.failures
  }
}
