import CastwireBus
import Foundation
import TestSupport

/// Asks each service once in a while how it does, in a thread of its own, past the links.
final class Gauge: Sendable {
  struct Reading: Sendable {
    var statuses: [ServiceName: ServiceStatus] = [:]
    /// The most events that a service was behind the one that it follows.
    var worstLag: UInt64 = 0
    /// How often a service did not answer.
    var silences = 0
    var number = 0
  }

  private struct State {
    var reading = Reading()
    var failure: String?
    var isStopping = false
    var isOver = false
  }

  private let state = Monitor(State())

  init(endpoints: [ServiceName: String]) {
    Thread.detachNewThread { [state] in
      do {
        let context = Context()
        let clients = try endpoints.mapValues { try RequestClient(context: context, endpoint: $0) }
        while !state.withLock({ $0.isStopping }) {
          let statuses = try clients.compactMapValues { try Self.status($0) }
          state.withLock { $0.reading.take(statuses) }
          _ = state.block(for: .milliseconds(500)) { $0.isStopping }
        }
      } catch {
        state.withLock { $0.failure = "\(error)" }
      }
      state.withLock { $0.isOver = true }
    }
  }

  /// What the services said last.
  var reading: Reading {
    state.withLock { $0.reading }
  }

  /// Why it does not ask any more; nil while it does.
  var failure: String? {
    state.withLock { $0.failure }
  }

  func stop() {
    state.withLock { $0.isStopping = true }
    _ = state.block { $0.isOver }
  }

  private static func status(_ client: RequestClient) throws -> ServiceStatus? {
    do {
      return try client.ask(
        "service.status", [String: String](), as: ServiceStatus.self, patience: .milliseconds(300))
    } catch let error as RequestError where error.code == .unavailable {
      return nil
    }
  }
}

extension Gauge.Reading {
  fileprivate mutating func take(_ statuses: [ServiceName: ServiceStatus]) {
    silences += ServiceName.allCases.count - statuses.count
    self.statuses = statuses
    number += 1
    for service in ServiceName.allCases {
      guard let upstream = service.upstream, let head = statuses[upstream]?.head,
        let peer = statuses[service]?.peers.first
      else { continue }
      worstLag = max(worstLag, head.rawValue - min(peer.cursor, head).rawValue)
    }
  }

  /// Whether feed-ingest polls nothing, and each service has taken in all of the one that it follows.
  var isAtRest: Bool {
    guard statuses.count == ServiceName.allCases.count, statuses[.feedIngest]?.counters["polling"] == 0 else {
      return false
    }
    return ServiceName.allCases.allSatisfy { service in
      guard let upstream = service.upstream else { return true }
      return statuses[service]?.peers.first?.cursor == statuses[upstream]?.head
    }
  }
}
