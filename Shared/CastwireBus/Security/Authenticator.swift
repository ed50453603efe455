internal import CZeroMQ
internal import Foundation

/// The ZAP handler of a context (RFC 27): a thread of its own that libzmq asks at each handshake, so that a service in
/// a long transaction keeps nobody waiting.
///
/// It is bound before any other socket is made. It ends with its context: libzmq then interrupts whatever waits.
final class Authenticator: Sendable {
  /// Something that the service should know of.
  enum Note: Sendable, Hashable {
    case refused(Applicant, Admission)
    /// Somebody gets in who was refused before.
    case admitted(Applicant, name: String)
    /// The handler ended, and nobody is let in any more.
    case ended(BusError)
  }

  private struct State {
    var list: AllowList
    /// The key with which the service itself tries the door.
    var trialKey: PublicKey?
    var notes: [Note] = []
    var refused: Set<Applicant> = []
    var refusals = 0
    var failure: BusError?
    var isReady = false
  }

  /// So many keys that were refused are remembered, and so many notes wait to be taken: a flood of them must not fill
  /// the memory.
  private static let bound = 1_000

  // Not a Mutex of Synchronization, whose waiting ThreadSanitizer takes for a race.
  private let lock = NSLock()
  // Read and written in `withState` alone, while the lock is held.
  nonisolated(unsafe) private var state: State
  private let judge: @Sendable (AllowList, Applicant) -> Admission

  /// Starts the thread and waits until it answers.
  ///
  /// - Parameter judge: says who may connect.
  init(
    context: UnsafeMutableRawPointer, list: AllowList,
    judge: @escaping @Sendable (AllowList, Applicant) -> Admission = { $0.admission(of: $1) }
  ) throws(BusError) {
    state = State(list: list)
    self.judge = judge
    let isStarted = DispatchSemaphore(value: 0)
    // ZeroMQ documents its contexts as safe for use from any thread (zmq_ctx_new(3)).
    nonisolated(unsafe) let context = context
    Thread.detachNewThread { [self] in run(context, isStarted) }
    isStarted.wait()
    if let failure = withState({ $0.failure }) { throw failure }
  }

  /// How often somebody was refused.
  var refusals: Int {
    withState { $0.refusals }
  }

  /// Puts another list in the place of the one there is. Connections that stand are not touched.
  func replace(_ list: AllowList) {
    withState { $0.list = list }
  }

  /// Says which key the service itself tries the door with: its refusal is no news.
  func expect(trialKey: PublicKey?) {
    withState { $0.trialKey = trialKey }
  }

  /// What has happened since it was asked last.
  func takeNotes() -> [Note] {
    withState { state in
      defer { state.notes = [] }
      return state.notes
    }
  }

  private func withState<Result>(_ body: (inout State) -> Result) -> Result {
    lock.withLock { body(&state) }
  }

  // MARK: The thread

  private func run(_ context: UnsafeMutableRawPointer, _ isStarted: DispatchSemaphore) {
    guard let socket = zmq_socket(context, ZMQ_REP) else {
      return end(BusError("cannot make the authenticator's socket"), isStarted)
    }
    defer { zmq_close(socket) }
    var linger: Int32 = 0
    guard zmq_setsockopt(socket, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size) == 0,
      zmq_bind(socket, "inproc://zeromq.zap.01") == 0
    else { return end(BusError("cannot bind the authenticator's socket"), isStarted) }
    withState { $0.isReady = true }
    isStarted.signal()
    do throws(BusError) {
      while true {
        guard let frames = try Frames.receive(from: socket, flags: 0)?.frames else { continue }
        // Without an id there is nothing to answer, and libzmq sends none such; REP would wait for the reply for ever.
        guard let request = ZAPRequest(frames: frames) else {
          throw BusError("cannot authenticate", message: "libzmq asks what is no ZAP request")
        }
        _ = try Frames.send(ZAPReply(to: request, request.applicant.map(decide)).frames, to: socket)
      }
    } catch {
      // The context ends, and the handler with it.
      if error.code != ETERM { end(error, nil) }
    }
  }

  private func end(_ error: BusError, _ isStarted: DispatchSemaphore?) {
    withState { state in
      if state.isReady { state.notes.append(.ended(error)) } else { state.failure = error }
    }
    isStarted?.signal()
  }

  private func decide(_ applicant: Applicant) -> Admission {
    withState { state in
      let admission = judge(state.list, applicant)
      guard applicant.key != state.trialKey else { return admission }
      var note: Note?
      if case .admitted(let name) = admission {
        if state.refused.remove(applicant) != nil { note = .admitted(applicant, name: name) }
      } else {
        state.refusals += 1
        if state.refused.count < Self.bound { state.refused.insert(applicant) }
        note = .refused(applicant, admission)
      }
      if let note, state.notes.count < Self.bound { state.notes.append(note) }
      return admission
    }
  }
}
