import Foundation
import Glibc

/// The sockets and threads of a `FeedServer`, apart from it so that they do not keep it alive.
final class FeedServerListener: Sendable {
  struct State {
    var requests: [FeedServer.Request] = []
    /// How many of them the handler has answered: whoever changes what it answers next waits for that.
    var answered = 0
    var connections: Set<Int32> = []
    var connectionCount = 0
    var underWay = 0
    var mostUnderWay = 0
    var bytesSent = 0
    var threads = 0
    var gates: [Gate] = []
    var isStopped = false
  }

  let port: Int
  let handler: FeedServer.Handler
  let state = Monitor(State())
  private let descriptor: Int32

  init(at address: String, handler: @escaping FeedServer.Handler) throws {
    self.handler = handler
    descriptor = try LoopbackSocket.bound(to: 0, at: address)
    do {
      port = Int(try LoopbackSocket.port(of: descriptor))
      guard listen(descriptor, 128) == 0 else { throw SystemError("listen", code: errno) }
    } catch {
      close(descriptor)
      throw error
    }
  }

  func start() {
    state.withLock { $0.threads += 1 }
    Thread.detachNewThread { [self] in
      accept()
      state.withLock { $0.threads -= 1 }
    }
  }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      // A closed listener would not wake its thread out of accept; a shut down one does. Connections are shut down under
      // the lock, because their threads close them under it.
      if !state.isStopped { shutdown(descriptor, Int32(SHUT_RDWR)) }
      for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
      return !state.isStopped
    }
    for gate in state.withLock({ $0.gates }) { gate.open() }
    guard isFirst else { return }
    precondition(state.block(for: .seconds(60)) { $0.threads == 0 }, "a handler of the feed server does not end")
    close(descriptor)
  }

  private func accept() {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection < 0 {
        if state.withLock({ $0.isStopped }) { return }
        precondition(errno == EINTR || errno == ECONNABORTED, "accept: \(String(cString: strerror(errno)))")
        continue
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      let isWelcome = state.withLock { state in
        guard !state.isStopped else { return false }
        state.connections.insert(connection)
        state.connectionCount += 1
        state.threads += 1
        return true
      }
      guard isWelcome else {
        close(connection)
        return
      }
      Thread.detachNewThread { [self] in
        FeedServerConnection(descriptor: connection, server: self).serve()
        state.withLock {
          $0.connections.remove(connection)
          // A process started just now may have inherited the descriptor: closing alone might not end the connection.
          shutdown(connection, Int32(SHUT_RDWR))
          close(connection)
          $0.threads -= 1
        }
      }
    }
  }
}
