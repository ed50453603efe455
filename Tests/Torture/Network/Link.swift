import Foundation
import Runtime
import Synchronization
import TestSupport

/// The network between one service and those who connect to it: a proxy for its two ports, in a thread of its own,
/// that cuts connections, holds bytes back and leaves connections half open.
final class Link: Sendable {
  /// What the network does.
  enum Disturbance: String, Sendable, Hashable {
    /// Ends all connections, whatever is under way in them.
    case cut
    /// Lets no byte through.
    case hold
    /// Lets bytes through in small pieces, slowly.
    case trickle
    /// Lets go of the service's side of all connections; the clients do not hear of it.
    case leaveClients
    /// Lets go of the clients' side of all connections; the service does not hear of it.
    case leaveServers
    /// Ends what else is under way.
    case release
  }

  enum Command: Sendable {
    case disturb(Disturbance)
    case end
  }

  /// Where clients find the service's events; one up its requests.
  let port: Int
  private let commands: Mailbox<Command>
  private let counters = Monitor(Counters())

  struct Counters {
    var connections = 0
    var bytes = 0
    var isOver = false
  }

  /// - Parameter target: the service's port for events.
  init(to target: Int) throws {
    port = try FreePort.pair()
    let commands = try Mailbox<Command>()
    self.commands = commands
    let listeners = try [0, 1].map { offset in
      LinkLoop.Listener(
        descriptor: try LinkSocket.listening(at: UInt16(port + offset)), target: UInt16(target + offset))
    }
    let counters = counters
    Thread.detachNewThread {
      LinkLoop(listeners: listeners, commands: commands, counters: counters).run()
      counters.withLock { $0.isOver = true }
    }
  }

  /// How many connections were made through it.
  var connections: Int {
    counters.withLock { $0.connections }
  }

  /// How many bytes it let through.
  var bytes: Int {
    counters.withLock { $0.bytes }
  }

  func disturb(_ disturbance: Disturbance) {
    commands.put(.disturb(disturbance))
  }

  /// Ends all connections, and waits for that.
  func end() {
    commands.put(.end)
    _ = counters.block { $0.isOver }
  }
}
