internal import CZeroMQ
internal import Foundation

/// A ZeroMQ context: its I/O threads and the sockets made in it. One a process is enough.
///
/// It holds the process's keys, so that with keys each of its sockets encrypts. It ends with its last socket.
public final class Context: Sendable {
  // ZeroMQ documents its contexts, unlike its sockets, as safe for use from any thread (zmq_ctx_new(3)).
  nonisolated(unsafe) let handle: UnsafeMutableRawPointer
  /// The keys of this process; nil where nothing is encrypted.
  public let keys: KeyFile?
  let authenticator: Authenticator?

  /// Starts the context of a client, or of a service without keys.
  public init(keys: KeyFile? = nil) {
    handle = Self.start()
    self.keys = keys
    authenticator = nil
  }

  /// Starts the context of a service with keys.
  ///
  /// - Parameter allowing: who may connect to the sockets that are bound in it.
  /// - Throws: where libzmq cannot ask who may.
  public convenience init(keys: KeyFile, allowing list: AllowList) throws(BusError) {
    try self.init(keys: keys, allowing: list, judge: { $0.admission(of: $1) })
  }

  init(
    keys: KeyFile, allowing list: AllowList, judge: @escaping @Sendable (AllowList, Applicant) -> Admission
  ) throws(BusError) {
    let handle = Self.start()
    do {
      authenticator = try Authenticator(context: handle, list: list, judge: judge)
    } catch {
      Self.end(handle)
      throw error
    }
    self.handle = handle
    self.keys = keys
  }

  deinit {
    // Sockets hold their context, and LINGER is 0 on all of them, so this waits for libzmq's threads alone. The one that
    // looks up names may be in the middle of it, for ten seconds or more where nobody answers; the process need not wait.
    let isEnded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let handle = handle
    Thread.detachNewThread {
      Self.end(handle)
      isEnded.signal()
    }
    _ = isEnded.wait(timeout: .now() + .seconds(1))
  }

  private static func start() -> UnsafeMutableRawPointer {
    guard let handle = zmq_ctx_new() else {
      // It fails on lack of memory or file descriptors at the start of a process, where nothing can go on without it.
      fatalError(BusError("cannot make a ZeroMQ context").description)
    }
    // Room for thousands of subscribers in one process, each with its monitor; the system's limit on open files comes
    // first.
    zmq_ctx_set(handle, ZMQ_MAX_SOCKETS, 16_384)
    // One thread for who connects to this process, and one for whom it connects to (`SocketKind.threads`).
    zmq_ctx_set(handle, ZMQ_IO_THREADS, 2)
    return handle
  }

  private static func end(_ handle: UnsafeMutableRawPointer) {
    while zmq_ctx_term(handle) != 0, zmq_errno() == EINTR {}
  }
}
