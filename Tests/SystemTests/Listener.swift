import CastwireBus
import Foundation
import TestSupport

/// A subscriber that keeps what it hears, in a thread of its own.
final class Listener: Sendable {
  private struct State {
    var events: [Event] = []
    var isLive = false
    var failure: String?
    var isStopped = false
  }

  private let state = Monitor(State())

  init(
    endpoints: Subscription.Endpoints, start: Subscription.Start, keys: KeyFile? = nil, service: String? = nil
  ) throws {
    let state = state
    Thread.detachNewThread {
      do {
        let subscription = try Subscription(
          context: Context(keys: keys), endpoints: endpoints, service: service, start: start)
        while !state.withLock({ $0.isStopped }) {
          if let batch = try subscription.next(now: .now) {
            state.withLock { $0.events += batch.events }
          }
          if subscription.isLive { state.withLock { $0.isLive = true } }
          try Poller.wait(for: subscription.pollItems, milliseconds: 50)
        }
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
    }
  }

  deinit {
    state.withLock { $0.isStopped = true }
  }

  var events: [Event] {
    state.withLock { $0.events }
  }

  /// Waits until what was heard is enough; false if it is not within `limit`.
  func hears(within limit: Duration = .seconds(240), _ isEnough: @escaping @Sendable ([Event]) -> Bool) async -> Bool {
    await state.wait(for: limit) { $0.failure != nil || isEnough($0.events) } && state.withLock { $0.failure == nil }
  }

  /// Waits for so many events of a type.
  func hears(_ count: Int, of type: String, within limit: Duration = .seconds(240)) async -> Bool {
    await hears(within: limit) { events in
      events.count >= count && events.count { $0.type == type } >= count
    }
  }

  /// Waits until it has caught up and hears live events.
  func isLive(within limit: Duration = .seconds(60)) async -> Bool {
    await state.wait(for: limit) { $0.isLive }
  }
}
