import Glibc
import Runtime
import TestSupport

/// The thread of a link.
final class LinkLoop {
  struct Listener: Sendable {
    let descriptor: Int32
    /// The service's port.
    let target: UInt16
  }

  private let listeners: [Listener]
  private let commands: Mailbox<Link.Command>
  private let counters: Monitor<Link.Counters>
  private var connections: [LinkConnection] = []
  private var isHeld = false
  private var isSlow = false

  init(listeners: [Listener], commands: Mailbox<Link.Command>, counters: Monitor<Link.Counters>) {
    self.listeners = listeners
    self.commands = commands
    self.counters = counters
  }

  func run() {
    while true {
      var items = [pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0)]
      items += listeners.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      for connection in connections { items += connection.events(isHeld: isHeld) }
      guard poll(&items, nfds_t(items.count), -1) >= 0 || errno == EINTR else { break }
      moveAll(Array(items.dropFirst(1 + listeners.count)))
      for (listener, item) in zip(listeners, items.dropFirst()) where item.revents != 0 { accept(listener) }
      for command in commands.takeAll() {
        guard case .disturb(let disturbance) = command else { return end() }
        take(disturbance)
      }
    }
    end()
  }

  private func moveAll(_ items: [pollfd]) {
    guard !isHeld else { return }
    let chunk = isSlow ? 512 : 64 << 10
    var moved = 0
    var index = 0
    connections = connections.compactMap { known in
      var connection = known
      defer { index += 2 }
      guard let count = connection.move(Array(items[index..<index + 2]), chunk: chunk) else {
        connection.end()
        return nil
      }
      moved += count
      return connection
    }
    guard moved > 0 else { return }
    counters.withLock { $0.bytes += moved }
    // The slowness of the line itself.
    if isSlow { usleep(500) }
  }

  private func accept(_ listener: Listener) {
    while let client = LinkSocket.accept(from: listener.descriptor) {
      guard let server = LinkSocket.connecting(to: listener.target) else {
        close(client)
        continue
      }
      connections.append(LinkConnection(client: client, server: server))
      counters.withLock { $0.connections += 1 }
    }
  }

  private func take(_ disturbance: Link.Disturbance) {
    switch disturbance {
    case .cut:
      connections.forEach { $0.end() }
      connections = []
    case .hold:
      isHeld = true
    case .trickle:
      isSlow = true
    case .leaveClients:
      for index in connections.indices where !connections[index].isHalfOpen { connections[index].leaveClient() }
    case .leaveServers:
      for index in connections.indices where !connections[index].isHalfOpen { connections[index].leaveServer() }
    case .release:
      (isHeld, isSlow) = (false, false)
      connections.filter(\.isHalfOpen).forEach { $0.end() }
      connections.removeAll(where: \.isHalfOpen)
    }
  }

  private func end() {
    connections.forEach { $0.end() }
    for listener in listeners { close(listener.descriptor) }
  }
}
