import Glibc

/// A client's connection and the one that was made for it to the service, with what is on its way between them.
struct LinkConnection {
  /// One of the two ends, and what is to be written there.
  struct End {
    /// -1 once it was let go of.
    var descriptor: Int32
    var outgoing: [UInt8] = []
  }

  /// So many bytes are on their way at most, as in a network's own buffers.
  private static let window = 256 << 10

  private(set) var client: End
  private(set) var server: End

  init(client: Int32, server: Int32) {
    self.client = End(descriptor: client)
    self.server = End(descriptor: server)
  }

  /// Whether one side was let go of and the other was not told.
  var isHalfOpen: Bool {
    client.descriptor < 0 || server.descriptor < 0
  }

  /// What to wait for at each end. A half-open connection says nothing, and nothing is asked of it.
  func events(isHeld: Bool) -> [pollfd] {
    let isSilent = isHeld || isHalfOpen
    func item(_ end: End, peer: End) -> pollfd {
      var events: Int16 = 0
      if peer.outgoing.count < Self.window { events |= Int16(POLLIN) }
      if !end.outgoing.isEmpty { events |= Int16(POLLOUT) }
      return pollfd(fd: isSilent ? -1 : end.descriptor, events: events, revents: 0)
    }
    return [item(client, peer: server), item(server, peer: client)]
  }

  /// Moves what can be moved.
  ///
  /// - Parameters:
  ///   - ready: what poll said of the two ends.
  ///   - chunk: how many bytes to take at once.
  /// - Returns: how many bytes were written; nil where the connection is over.
  mutating func move(_ ready: [pollfd], chunk: Int) -> Int? {
    guard !isHalfOpen else { return 0 }
    let readable = Int16(POLLIN | POLLHUP | POLLERR)
    if ready[0].revents & readable != 0, !Self.read(client, into: &server, chunk) { return nil }
    if ready[1].revents & readable != 0, !Self.read(server, into: &client, chunk) { return nil }
    guard let toServer = Self.write(&server, chunk), let toClient = Self.write(&client, chunk) else { return nil }
    return toServer + toClient
  }

  mutating func leaveClient() {
    close(server.descriptor)
    server.descriptor = -1
  }

  mutating func leaveServer() {
    close(client.descriptor)
    client.descriptor = -1
  }

  /// Closes both ends. What is on its way is lost.
  func end() {
    for end in [client, server] where end.descriptor >= 0 { close(end.descriptor) }
  }

  private static func read(_ end: End, into peer: inout End, _ chunk: Int) -> Bool {
    guard peer.outgoing.count < window else { return true }
    var buffer = [UInt8](repeating: 0, count: chunk)
    let count = recv(end.descriptor, &buffer, chunk, 0)
    guard count != 0 else { return false }
    guard count > 0 else { return isForNow }
    peer.outgoing += buffer[..<count]
    return true
  }

  private static func write(_ end: inout End, _ chunk: Int) -> Int? {
    guard !end.outgoing.isEmpty else { return 0 }
    let count = send(end.descriptor, end.outgoing, min(chunk, end.outgoing.count), Int32(MSG_NOSIGNAL))
    guard count >= 0 else { return isForNow ? 0 : nil }
    end.outgoing.removeFirst(count)
    return count
  }

  /// Whether the last call failed only because it would have had to wait, as for a connection that is being made.
  private static var isForNow: Bool {
    [EAGAIN, EINTR, ENOTCONN, EINPROGRESS].contains(errno)
  }
}
