internal import Foundation

/// One batch at a time from a subscription's thread to the task that wants it. Neither side waits with a lock held.
final class Handoff: Sendable {
  private typealias Waiter = CheckedContinuation<DeliveryBatch?, any Error>

  private enum State {
    case empty
    case holding(DeliveryBatch)
    /// Empty, and a task waits.
    case awaited(Waiter)
    case failed(any Error)
    case ended
  }

  // Not a Mutex of Synchronization, whose waiting ThreadSanitizer takes for a race.
  private let lock = NSLock()
  // Read and written while the lock is held.
  nonisolated(unsafe) private var state = State.empty
  private let wakePipe: WakePipe

  init() throws(BusError) {
    wakePipe = try WakePipe()
  }

  // MARK: The task

  /// Waits for the next batch.
  ///
  /// - Returns: nil once the task is cancelled: that ends the subscription.
  func take() async throws -> DeliveryBatch? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        guard let result = taken(by: waiter) else { return }
        wakePipe.call()
        waiter.resume(with: result)
      }
    } onCancel: {
      end()
    }
  }

  /// Nobody wants any more.
  func end() {
    let waiter: Waiter? = lock.withLock {
      defer { state = .ended }
      if case .awaited(let waiter) = state { return waiter }
      return nil
    }
    waiter?.resume(returning: nil)
    wakePipe.call()
  }

  /// What is there for a task; nil where it has to wait.
  private func taken(by waiter: Waiter) -> Result<DeliveryBatch?, any Error>? {
    lock.withLock {
      switch state {
      case .empty:
        state = .awaited(waiter)
        return nil
      case .holding(let batch):
        state = .empty
        return .success(batch)
      case .failed(let error):
        state = .ended
        return .failure(error)
      case .ended:
        return .success(nil)
      case .awaited:
        // Two tasks in one iterator: the language forbids it, and one of them would wait for ever, unseen.
        preconditionFailure("an iterator is one task's at a time")
      }
    }
  }

  // MARK: The thread

  /// Readable when one of the next two may have changed.
  var pollItem: PollItem {
    PollItem(readable: wakePipe.descriptor)
  }

  func clearWakeUps() {
    wakePipe.clear()
  }

  /// Whether a batch can be put in.
  var hasRoom: Bool {
    lock.withLock {
      switch state {
      case .empty, .awaited: true
      case .holding, .failed, .ended: false
      }
    }
  }

  var isOver: Bool {
    lock.withLock {
      switch state {
      case .failed, .ended: true
      case .empty, .awaited, .holding: false
      }
    }
  }

  /// Puts a batch in where there is room; after the end it goes nowhere.
  func put(_ batch: DeliveryBatch) {
    let waiter: Waiter? = lock.withLock {
      switch state {
      case .awaited(let waiter):
        state = .empty
        return waiter
      case .empty:
        state = .holding(batch)
      case .holding:
        // The thread asks for room first; to go on without would lose events, unseen.
        preconditionFailure("a batch would be lost")
      case .failed, .ended:
        break
      }
      return nil
    }
    waiter?.resume(returning: batch)
  }

  /// There are no batches any more.
  func fail(_ error: any Error) {
    let waiter: Waiter? = lock.withLock {
      switch state {
      case .awaited(let waiter):
        state = .ended
        return waiter
      // What was not taken was not stored either, and comes again.
      case .empty, .holding:
        state = .failed(error)
      case .failed, .ended:
        break
      }
      return nil
    }
    waiter?.resume(throwing: error)
  }
}
