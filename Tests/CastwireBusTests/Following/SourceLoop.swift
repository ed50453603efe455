import TestSupport

@testable import CastwireBus

/// A loop over what a source gives, in a task of its own, and what came of it.
///
/// No time passes for it but what the test says: it asks nothing again and gives up nothing because a machine is slow.
final class SourceLoop: Sendable {
  struct State {
    var words: [String] = []
    var checkpoints: [Checkpoint] = []
    var troubles: [String?] = []
    /// `ended`, or the error; nil while the loop goes on.
    var outcome: String?
  }

  let state = Monitor(State())
  private let now = Monitor(ContinuousClock.now)
  private let task = Monitor(Task<Void, Never>?.none)

  /// Loops over batches.
  init(
    _ service: DrivenService, context: Context = Context(), from start: Subscription.Start = .beginning,
    scope: Subscription.Scope = .wholeLog, onBatch: @escaping @Sendable (DeliveryBatch) async -> Void = { _ in }
  ) {
    let source = source(service.endpoints, context, scope)
    run { [state] in
      for try await batch in source.batches(from: start) {
        state.withLock { state in
          state.words += batch.deliveries.map(\.word)
          state.checkpoints.append(batch.checkpoint)
        }
        await onBatch(batch)
      }
    }
  }

  /// Loops over deliveries.
  init(
    _ service: DrivenService, cursors: any CursorStore,
    onDelivery: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    let source = source(service.endpoints, Context(), .wholeLog)
    run { [state] in
      for try await delivery in source.deliveries(cursors: cursors) {
        state.withLock { $0.words.append(delivery.word) }
        onDelivery(delivery.word)
      }
    }
  }

  deinit {
    cancel()
  }

  var words: [String] { state.withLock { $0.words } }

  func pass(_ duration: Duration) {
    now.withLock { $0 += duration }
  }

  func cancel() {
    task.withLock { $0?.cancel() }
  }

  func says(_ words: [String]) async -> Bool {
    await state.wait(for: .seconds(240)) { $0.words.count >= words.count || $0.outcome != nil } && self.words == words
  }

  func outcome() async -> String? {
    _ = await state.wait(for: .seconds(240)) { $0.outcome != nil }
    return state.withLock { $0.outcome }
  }

  private func source(
    _ endpoints: Subscription.Endpoints, _ context: Context, _ scope: Subscription.Scope
  ) -> EventSource {
    var source = EventSource(context: context, endpoints: endpoints, scope: scope) { [state] trouble in
      state.withLock { $0.troubles.append(trouble) }
    }
    source.now = { [now] in now.withLock { $0 } }
    return source
  }

  private func run(_ body: @escaping @Sendable () async throws -> Void) {
    let running = Task { [state] in
      do {
        try await body()
        state.withLock { $0.outcome = "ended" }
      } catch {
        state.withLock { $0.outcome = "\(error)" }
      }
    }
    task.withLock { $0 = running }
  }
}

extension Delivery {
  /// The delivery in a word: for an event its place.
  var word: String {
    switch self {
    case .startsOver: "startsOver"
    case .event(let event): "\(event.sequence.rawValue)"
    case .malformed: "malformed"
    case .completes: "completes"
    }
  }
}

extension DrivenService {
  struct NothingAsked: Error {}

  /// Waits until somebody in another thread asks for a replay, and answers.
  @discardableResult
  func answerReplay(with reply: Reply, lettingTimePassFor loop: SourceLoop? = nil) async throws -> ReplayAsked {
    let incoming = try await request(lettingTimePassFor: loop)
    try responder.send(reply, to: incoming)
    return try incoming.request.decode(ReplayAsked.self)
  }

  /// Waits for the next request of somebody in another thread.
  ///
  /// - Parameter loop: one whose time passes while this waits, in steps too small for it to give anything up.
  func request(lettingTimePassFor loop: SourceLoop? = nil) async throws -> Responder.Incoming {
    let end = ContinuousClock.now + .seconds(240)
    while true {
      if let incoming = try responder.receive() { return incoming }
      guard ContinuousClock.now < end else { throw NothingAsked() }
      try Poller.wait(for: [responder.pollItem], milliseconds: 5)
      loop?.pass(.milliseconds(5))
      // The loop that it waits for may need this very thread; other tests may, too, and keep it for long.
      await Task.yield()
    }
  }

  /// Waits until somebody in another thread has subscribed.
  func waitForSubscriber() async throws {
    let end = ContinuousClock.now + .seconds(240)
    while try !publisher.receiveSubscriptions() {
      guard ContinuousClock.now < end else { throw NothingAsked() }
      try Poller.wait(for: [publisher.pollItem], milliseconds: 5)
      // The loop that it waits for may need this very thread; other tests may, too, and keep it for long.
      await Task.yield()
    }
  }
}
