import CCurl
import Glibc

/// Fetches feeds over HTTP on one thread of its own, many at once, and hands over each whole result.
///
/// Every request gets exactly one result, unless it is cancelled or the fetcher stops before. It stops when it is released,
/// or earlier by `stop()`.
final class Fetcher: Sendable {
  private static let isLibraryReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  private let mailbox: FetchMailbox
  private let thread: FetchThread
  /// What bodies take at this moment.
  let budget: BodyBudget

  /// Starts the thread. `deliver` is called on it, so it must be quick; what it refers to is released when the thread ends.
  ///
  /// - Parameter mailbox: where requests arrive, for one whose results lead to further requests.
  init(
    configuration: Configuration, mailbox: FetchMailbox = FetchMailbox(),
    deliver: @escaping @Sendable (FetchResult) -> Void
  ) {
    precondition(Self.isLibraryReady, "libcurl cannot start")
    self.mailbox = mailbox
    let budget = BodyBudget(
      limit: configuration.maximumBodyMemory, whenItChanges: configuration.whenBodyMemoryChanges
    ) { [mailbox] in mailbox.wake() }
    self.budget = budget
    thread = FetchThread { [mailbox] in
      FetchLoop(configuration, mailbox: mailbox, budget: budget, deliver: deliver).run()
    }
  }

  deinit {
    stop()
  }

  /// Fetches when the request's turn comes. Does nothing after `stop()`.
  func enqueue(_ request: FetchRequest) {
    mailbox.send(.fetch(request))
  }

  /// Gives up the requests with that id, waiting or under way. A result that is being delivered still comes.
  func cancel(id: String) {
    mailbox.send(.cancel(id: id))
  }

  /// Ends all transfers without results, and returns when the thread has ended. From `deliver` it only says so.
  func stop() {
    mailbox.stop()
    thread.join()
  }
}
