import CastwireBus
import Foundation
import Glibc
import Runtime
import TestSupport

@testable import ServiceLoop

/// A catalog whose part the test plays: a real loop, real sockets and a real log in a thread of the test's process.
final class RunningCatalog: Sendable {
  private final class Publisher: ServiceHandler {
    static let controlRequests: Set<String> = ["stop"]

    private let log: EventLog
    private let drafts: Mailbox<EventDraft>
    private var due: [EventDraft] = []

    init(_ log: EventLog, _ drafts: Mailbox<EventDraft>) {
      self.log = log
      self.drafts = drafts
    }

    var descriptors: [Int32] { [drafts.descriptor] }

    func collectWork(now: ContinuousClock.Instant) -> Bool {
      due += drafts.takeAll()
      return !due.isEmpty
    }

    func work(now: ContinuousClock.Instant) throws {
      for draft in due { try log.append(draft) }
      due = []
    }

    func respond(to request: Request) throws -> [UInt8] {
      throw StoppingError()
    }
  }

  let port: Int
  private let folder: TemporaryDirectory
  private let drafts: Mailbox<EventDraft>
  private let isOver = Monitor(false)
  private let failure = Monitor<String?>(nil)

  init() throws {
    let (port, folder, drafts) = (try FreePort.pair(), try TemporaryDirectory(), try Mailbox<EventDraft>())
    (self.port, self.folder, self.drafts) = (port, folder, drafts)
    let signals = try Signals()
    // The test runner is to end as it always does.
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    let (isOver, failure) = (isOver, failure)
    Thread.detachNewThread {
      do {
        let loop = try ServiceLoop(
          ServiceConfiguration(
            name: "catalog", dataFolder: folder.path, eventEndpoint: "tcp://127.0.0.1:\(port)",
            requestEndpoint: "tcp://127.0.0.1:\(port + 1)"), journal: Log(service: "catalog", level: .error),
          signals: signals
        ) { _, log in Publisher(log, drafts) }
        try loop.run()
      } catch {
        failure.withLock { $0 = "\(error)" }
      }
      isOver.withLock { $0 = true }
    }
  }

  deinit {
    stop()
  }

  /// Publishes events as they are drafted.
  func publish(_ events: [EventDraft]) {
    for draft in events { drafts.put(draft) }
  }

  /// What went wrong, where something did.
  var trouble: String? { failure.withLock { $0 } }

  private func stop() {
    do {
      let client = try RequestClient(context: Context(), endpoint: "tcp://127.0.0.1:\(port + 1)")
      _ = try client.ask("stop", [String: String](), patience: .seconds(10))
    } catch {
      // The loop's answer is that it ends.
    }
    _ = isOver.block(for: .seconds(10)) { $0 }
  }
}
