/// Where a process on the same machine finds a socket.
public enum Loopback {
  /// An address to connect to, for one that is bound to: `tcp://0.0.0.0:5711` is every address of the machine.
  public static func reachable(_ endpoint: String) -> String {
    for (any, one) in [("tcp://0.0.0.0:", "tcp://127.0.0.1:"), ("tcp://[::]:", "tcp://[::1]:")]
    where endpoint.hasPrefix(any) {
      return one + endpoint.dropFirst(any.count)
    }
    return endpoint
  }
}
