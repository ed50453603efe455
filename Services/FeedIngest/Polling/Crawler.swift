internal import Castwire
internal import Dispatch
internal import FeedParsing
internal import Runtime
internal import Synchronization

/// What a poll of a feed brought.
struct PollResult: Sendable {
  enum Outcome: Sendable {
    /// The document is the one that was taken in before; `wasSent` is false where the server did not send it again.
    case unchanged(FetchResponse, wasSent: Bool)
    case document(PreparedDocument, digest: String, FetchResponse)
    /// A hub took a form that was posted to it.
    case accepted
    /// What a hub has sent.
    case pushed(PreparedDocument)
    case failed(PollFailure)
  }

  /// What `Crawler.Target` called it.
  let feed: String
  /// The number that `Crawler.poll` gave.
  let poll: Int
  let outcome: Outcome
}

/// A web page in place of a feed.
struct WebPageFound: Sendable, Hashable {
  let url: String
  let feedURLs: [String]
}

/// Why a poll brought no document.
struct PollFailure: Sendable, Hashable {
  /// In words, for a person. At most 500 characters and none of control, whatever a server has sent that is quoted in it.
  let reason: String
  /// How long the server asks to be left alone, in seconds.
  var retryAfter: Int?
  /// The HTTP status, where one came, and the server that gave it.
  var status: Int?
  var host: String?
  /// Whether the server said nothing at all.
  var isUnanswered = false
  /// Where a web page came that is no feed: its address, and the feeds that it names.
  var page: WebPageFound?

  init(
    reason: String, retryAfter: Int? = nil, status: Int? = nil, host: String? = nil, isUnanswered: Bool = false,
    page: WebPageFound? = nil
  ) {
    let shown = reason.unicodeScalars.prefix(Self.longestReason)
    self.reason = Log.printable(String(shown)) + (shown.endIndex < reason.unicodeScalars.endIndex ? "…" : "")
    (self.retryAfter, self.status, self.host) = (retryAfter, status, host)
    (self.isUnanswered, self.page) = (isUnanswered, page)
  }

  init(_ failure: FetchFailure) {
    self.init(
      reason: failure.message, retryAfter: failure.retryAfter, status: failure.statusCode, host: failure.host,
      isUnanswered: failure.isUnanswered)
  }

  private static let longestReason = 500

  /// nil where the server does not ask to be left alone.
  var asThrottled: PollFailure? { isThrottled ? self : nil }

  /// Whether it may well be otherwise in a moment.
  var isPassing: Bool {
    isUnanswered || isThrottled || status.map { $0 >= 500 } ?? false
  }

  /// Whether the server answers, and asks to be left alone for a while (429, or 503 with `Retry-After`).
  var isThrottled: Bool {
    status == 429 || (status == 503 && retryAfter != nil)
  }
}

/// Fetches and reads feeds on threads of its own and hands whole results to the loop.
final class Crawler: Sendable {
  /// What to poll, and what is known of its document.
  struct Target: Sendable {
    let feed: String
    let url: String
    /// The feed's address with user and password, which are sent to its own server only.
    var account: FetchURL?
    /// The document that was taken in last; the same again is not read a second time.
    var held: HeldDocument?
    /// Whether the server may be asked whether it has changed.
    var isConditional = true
    /// Whether the pages of its history are wanted, too (RFC 5005).
    var wantsHistory = false
    /// What to post to a hub; nil to poll a feed.
    var form: [UInt8]?
  }

  private struct Poll {
    let target: Target
    /// What was read so far, where there are more pages.
    var pages: FeedPages?
  }

  private enum Step {
    case ends(PollResult.Outcome)
    /// There is a page to be read.
    case goesOn(FeedPages, String)
  }

  /// Polls under way, by their numbers.
  private final class UnderWay: Sendable {
    let polls = Mutex<[Int: Poll]>([:])

    /// The bytes of all documents that are kept while pages of their histories are fetched.
    var size: Int {
      polls.withLock { $0.values.reduce(0) { $0 + ($1.pages?.size ?? 0) } }
    }
  }

  /// What of the results could not be kept.
  let lostAnswers = LostAnswers()
  /// Where results arrive.
  let results: Mailbox<PollResult>
  private let fetcher: Fetcher
  private let underWay: UnderWay
  /// One document at a time: it bounds the memory, and the network is slower than the parser. Those that wait here are
  /// held back by their bytes: see `BodyBudget`, and for what hubs send `PushWork`.
  private let queue = DispatchQueue(label: "castwire.documents")
  private let lastNumber = Atomic<Int>(0)

  /// - Throws: `SystemError` where the process has no file descriptors left.
  init(configuration: Fetcher.Configuration) throws(SystemError) {
    let results = try Mailbox<PollResult>()
    let underWay = UnderWay()
    let mailbox = FetchMailbox()
    self.results = results
    self.underWay = underWay
    fetcher = Fetcher(configuration: configuration, mailbox: mailbox) { [queue] fetched in
      queue.async {
        guard let number = Int(fetched.request.id),
          let poll = underWay.polls.withLock({ $0[number] })
        else { return }
        withExtendedLifetime(fetched.hold) {
          let step = Self.step(of: poll, with: fetched, kept: underWay.size)
          // It may have been given up in the meantime.
          let isWanted = underWay.polls.withLock { polls in
            guard polls[number] != nil else { return false }
            polls[number] =
              if case .goesOn(let pages, _) = step { Poll(target: poll.target, pages: pages) } else { nil }
            return true
          }
          guard isWanted else { return }
          switch step {
          case .ends(let outcome):
            results.put(PollResult(feed: poll.target.feed, poll: number, outcome: outcome))
          case .goesOn(_, let next):
            mailbox.send(
              .fetch(FetchRequest(id: fetched.request.id, url: next, account: poll.target.account)))
          }
        }
      }
    }
  }

  /// Polls a feed; its result comes later, unless the poll is given up before.
  ///
  /// - Returns: the poll's number, which no other has.
  func poll(_ target: Target) -> Int {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    underWay.polls.withLock { $0[number] = Poll(target: target) }
    let held = target.isConditional ? target.held : nil
    fetcher.enqueue(
      FetchRequest(
        id: "\(number)", url: target.url, account: target.account, etag: held?.etag,
        lastModified: held?.lastModified, validatedURL: held?.url, form: target.form))
    return number
  }

  /// Reads a document that a hub has sent; its result comes later.
  ///
  /// - Parameter url: the feed's, for addresses in it that are relative.
  /// - Returns: the number of what comes of it.
  func read(_ bytes: [UInt8], contentType: String?, url: String, feed: String) -> Int {
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    queue.async { [results] in
      let outcome: PollResult.Outcome
      do {
        let document = try FeedParser.parse(bytes, contentType: contentType, baseURL: url)
        outcome = .pushed(try PreparedDocument(document, isPushed: true))
      } catch {
        outcome = .failed(PollFailure(reason: "\(error)"))
      }
      results.put(PollResult(feed: feed, poll: number, outcome: outcome))
    }
    return number
  }

  /// Gives up a poll. A result that has arrived already stays where it is.
  func giveUp(_ poll: Int) {
    guard underWay.polls.withLock({ $0.removeValue(forKey: poll) }) != nil else { return }
    fetcher.cancel(id: "\(poll)")
  }

  /// Gives up all polls.
  func giveUpAll() {
    for poll in underWay.polls.withLock({ Array($0.keys) }) { giveUp(poll) }
  }

  /// Gives up all polls for good; returns when the network is left alone.
  func stop() {
    fetcher.stop()
  }

  /// What follows from what was fetched.
  ///
  /// - Parameter kept: the bytes of documents whose histories are read at the moment: with too many a history is left out.
  private static func step(of poll: Poll, with fetched: FetchResult, kept: Int) -> Step {
    if var pages = poll.pages {
      // A page that cannot be read is the end of the history, and no reason to do without the rest.
      if case .body(let bytes, let response) = fetched.outcome,
        let page = try? FeedParser.parse(bytes, contentType: response.contentType, baseURL: response.effectiveURL)
      {
        pages.add(page, size: bytes.count, response)
        if let next = pages.next { return .goesOn(pages, next) }
      }
      if case .failed(let failure) = fetched.outcome { pages.throttled = PollFailure(failure).asThrottled }
      return .ends(outcome(of: pages))
    }
    switch fetched.outcome {
    case .body where poll.target.form != nil:
      return .ends(.accepted)
    case .notModified(let response):
      return .ends(.unchanged(response, wasSent: false))
    case .failed(let failure):
      return .ends(
        .failed(PollFailure(failure)))
    case .body(let bytes, let response):
      let digest = Identity.digest(of: bytes)
      if digest == poll.target.held?.digest { return .ends(.unchanged(response, wasSent: true)) }
      do {
        let feed = try FeedParser.parse(bytes, contentType: response.contentType, baseURL: response.effectiveURL)
        let pages = FeedPages(feed, digest: digest, size: bytes.count, response)
        let isWhole = !feed.diagnostics.contains { $0.code == "truncated" }
        if poll.target.wantsHistory, isWhole, kept + bytes.count <= FeedParser.sizeLimit, let next = pages.next {
          return .goesOn(pages, next)
        }
        return .ends(outcome(of: pages))
      } catch {
        let failure = PollFailure(reason: "\(error)", page: page(bytes, response, error))
        return .ends(.failed(failure))
      }
    }
  }

  private static func page(_ bytes: [UInt8], _ response: FetchResponse, _ error: FeedParsingError) -> WebPageFound? {
    guard error.code == .html else { return nil }
    return WebPageFound(
      url: response.effectiveURL,
      feedURLs: WebPage.feedURLs(in: bytes, contentType: response.contentType, baseURL: response.effectiveURL))
  }

  private static func outcome(of pages: FeedPages) -> PollResult.Outcome {
    do {
      return try pages.outcome()
    } catch {
      return .failed(PollFailure(reason: "\(error)"))
    }
  }
}
