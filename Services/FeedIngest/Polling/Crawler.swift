internal import Castwire
internal import Dispatch
internal import FeedParsing
internal import Runtime
internal import Synchronization

/// What a poll of a feed brought.
struct PollResult: Sendable {
  enum Outcome: Sendable {
    /// The document is the one that was taken in before.
    case unchanged(FetchResponse)
    case document(PreparedDocument, digest: String, FetchResponse)
    case failed(PollFailure)
  }

  let feed: String
  let outcome: Outcome
}

/// Why a poll brought no document.
struct PollFailure: Sendable, Hashable {
  /// In words, for a person.
  let reason: String
  /// How long the server asks to be left alone, in seconds.
  let retryAfter: Int?
  /// The server says that the feed is no more (410).
  let isGone: Bool
}

/// Fetches and reads feeds on threads of its own and hands whole results to the loop.
final class Crawler: Sendable {
  /// Where results arrive.
  let results: Mailbox<PollResult>
  private let fetcher: Fetcher
  /// The digests of the documents that were taken in, by feed, of the polls under way.
  private let knownDigests: Known

  private final class Known: Sendable {
    let digests = Mutex<[String: String]>([:])
  }

  /// - Throws: `SystemError` where the process has no file descriptors left.
  init(configuration: Fetcher.Configuration) throws(SystemError) {
    let results = try Mailbox<PollResult>()
    let known = Known()
    // One document at a time: it bounds the memory, and the network is slower than the parser.
    let queue = DispatchQueue(label: "castwire.documents")
    self.results = results
    knownDigests = known
    fetcher = Fetcher(configuration: configuration) { fetched in
      queue.async {
        let digest = known.digests.withLock { $0.removeValue(forKey: fetched.request.id) }
        results.put(
          PollResult(feed: fetched.request.id, outcome: Self.outcome(of: fetched, knownDigest: digest)))
      }
    }
  }

  /// Polls a feed; its result comes later.
  ///
  /// - Parameter digest: of the document that was taken in last; the same again is not read a second time.
  func poll(_ request: FetchRequest, knownDigest digest: String?) {
    if let digest { knownDigests.digests.withLock { $0[request.id] = digest } }
    fetcher.enqueue(request)
  }

  /// Gives up a poll.
  func cancel(feed: String) {
    fetcher.cancel(id: feed)
    knownDigests.digests.withLock { _ = $0.removeValue(forKey: feed) }
  }

  /// Gives up all polls; returns when the network is left alone.
  func stop() {
    fetcher.stop()
  }

  private static func outcome(of fetched: FetchResult, knownDigest: String?) -> PollResult.Outcome {
    switch fetched.outcome {
    case .notModified(let response):
      return .unchanged(response)
    case .failed(let failure):
      return .failed(
        PollFailure(reason: failure.message, retryAfter: failure.retryAfter, isGone: failure.statusCode == 410))
    case .body(let bytes, let response):
      let digest = Identity.digest(of: bytes)
      if digest == knownDigest { return .unchanged(response) }
      do {
        let feed = try FeedParser.parse(bytes, contentType: response.contentType, baseURL: response.effectiveURL)
        return .document(try PreparedDocument(feed), digest: digest, response)
      } catch {
        return .failed(PollFailure(reason: "\(error)", retryAfter: nil, isGone: false))
      }
    }
  }
}
