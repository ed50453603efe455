internal import CZeroMQ

/// A ZeroMQ context: its I/O threads and the sockets made in it. One a process is enough.
///
/// It ends with its last socket.
public final class Context: Sendable {
  // ZeroMQ documents its contexts, unlike its sockets, as safe for use from any thread (zmq_ctx_new(3)).
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer

  /// Starts the context's I/O thread.
  public init() {
    guard let handle = zmq_ctx_new() else {
      // It fails on lack of memory or file descriptors at the start of a process, where nothing can go on without it.
      fatalError(BusError("cannot make a ZeroMQ context").description)
    }
    self.handle = handle
    // Room for thousands of subscribers; the system's limit on open files comes first.
    zmq_ctx_set(handle, ZMQ_MAX_SOCKETS, 4_096)
  }

  deinit {
    // Sockets hold their context, and LINGER is 0 on all of them, so this waits for nothing.
    zmq_ctx_term(handle)
  }
}
