/// An HTTP/1.1 server on this machine that does what a test's closure says, faults included.
///
/// Connections are kept alive as HTTP/1.1 has it, each on a thread of its own; the closure runs on these threads, several
/// at once. The server stops when it is released, or earlier by `stop()`.
public final class FeedServer: Sendable {
  /// Decides what happens about a request.
  public typealias Handler = @Sendable (Request) -> Response

  /// The port that the server listens on.
  public let port: Int
  private let listener: FeedServerListener

  /// Listens from now on. Throws `SystemError`.
  ///
  /// - Parameter address: where; 0.0.0.0 is all of 127.0.0.0/8, which are as many hosts.
  public init(at address: String = "127.0.0.1", handler: @escaping Handler) throws {
    listener = try FeedServerListener(at: address, handler: handler)
    port = listener.port
    listener.start()
  }

  deinit {
    stop()
  }

  /// `http://127.0.0.1:PORT`, or with another host, and the path, which begins with a slash.
  public func url(_ path: String = "/feed.xml", host: String = "127.0.0.1") -> String {
    "http://\(host):\(port)\(path)"
  }

  /// Every request so far, in the order of arrival.
  public var requests: [Request] {
    listener.state.withLock { $0.requests }
  }

  /// How many connections clients have opened so far.
  public var connectionCount: Int {
    listener.state.withLock { $0.connectionCount }
  }

  /// The most requests that were ever between their arrival and the last part of their answer.
  public var mostRequestsAtOnce: Int {
    listener.state.withLock { $0.mostUnderWay }
  }

  /// How many bytes of answers the system has taken.
  public var bytesSent: Int {
    listener.state.withLock { $0.bytesSent }
  }

  /// Waits until `count` requests have arrived, and the handler has said what to do about them; false if that has not
  /// happened within `limit`.
  public func received(_ count: Int, within limit: Duration = .seconds(60)) async -> Bool {
    await listener.state.wait(for: limit) { $0.answered >= count }
  }

  /// Waits until no connection is open; false if one still is after `limit`.
  public func connectionsClosed(within limit: Duration = .seconds(60)) async -> Bool {
    await listener.state.wait(for: limit) { $0.connections.isEmpty }
  }

  /// Ends all connections and threads, and frees the port. Opens the gates that responses wait for.
  public func stop() {
    listener.stop()
  }
}
