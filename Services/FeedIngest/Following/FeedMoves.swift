internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime
internal import ServiceLoop

/// A new address that a feed seems to have.
struct PossibleMove: Codable, Sendable, Hashable {
  enum Cause: String, Codable, Sendable {
    /// The old address redirects there for good (301 or 308).
    case redirect
    /// The feed says so (`itunes:new-feed-url`).
    case newFeedURL
  }

  let url: String
  let cause: Cause
  /// When a feed was met there first, of those times that count, in milliseconds since 1970.
  var since: Int64
  /// When it was looked at last; nil where it never was.
  var last: Int64?
  /// How often a feed was there.
  var count = 0
  /// Why it is not believed, in words.
  var objection: String?
  /// The document that was met there last.
  var held: HeldDocument?
  /// Where that document says that the feed is.
  var stated: String?
}

/// Decides when a feed has moved.
///
/// A permanent redirect is believed when the same one was met several times over a day, and a feed's own word when a feed
/// was met there as often: a server that is set up wrongly for an afternoon moves nothing.
struct FeedMoves {
  /// When a move is believed.
  struct Limits: Sendable {
    /// So many polls must have met it.
    var polls = 3
    /// Over so long, in milliseconds.
    var time: Int64 = 24 * 3_600_000
  }

  /// Where a feed once was it does not move back to for so long, in milliseconds.
  private static let memory: Int64 = 365 * 24 * 3_600_000
  private static let contradiction = "the feed there says that it is at the old address"

  private let log: EventLog
  private let feeds: FeedStore
  private let items: ItemStore
  private let limits: Limits
  private let journal: PendingEntries

  init(log: EventLog, feeds: FeedStore, items: ItemStore, limits: Limits, journal: PendingEntries) {
    self.log = log
    self.feeds = feeds
    self.items = items
    self.limits = limits
    self.journal = journal
  }

  /// Gives a feed that was searched for from a web page the address where it was found.
  ///
  /// - Returns: false where that feed is followed already, so that this one is followed no more.
  func settle(_ entry: inout FeedStore.Entry, now: Int64) throws -> Bool {
    defer { entry.search = nil }
    guard let search = entry.search, let url = search.left.first else { return true }
    let why = search.isNamed ? "the page there names it" : "it stands where the feed of a page usually does"
    try move(&entry, to: url, because: why, now)
    entry.held = nil
    return entry.isPolled
  }

  /// Considers what an answer with a feed, or that it is unchanged, says of its address.
  func consider(_ entry: inout FeedStore.Entry, _ response: FetchResponse, now: Int64) throws {
    let stated = entry.feed.details.newFeedURL
    if let url = response.permanentURL, !isOwn(url, entry), FetchURL.isFollowable(url) {
      // What is met there says that the feed is where it was asked for.
      let contradiction = stated.map { saysOwn($0, entry) } == true ? Self.contradiction : nil
      try meet(url, .redirect, &entry, objection: contradiction, now)
    } else if let stated, !saysOwn(stated, entry), FetchURL.isFollowable(stated) {
      // Only a look at the address can tell what speaks against it.
      let url = try FetchURL(stated).asked
      entry.move = possibleMove(entry, to: url, .newFeedURL, now)
    } else {
      entry.move = nil
    }
  }

  /// The address to be looked at, where that is due: whether a feed is there.
  func probe(_ entry: FeedStore.Entry, now: Int64) -> String? {
    guard let move = entry.move, move.cause == .newFeedURL else { return nil }
    // Spread over the time that a move needs at least. What speaks against it may be over one day.
    let pause = move.objection == nil ? limits.time / Int64(max(limits.polls - 1, 1)) : limits.time
    // A time that is still to come is a clock's that was set back.
    guard let last = move.last, last <= now else { return move.url }
    return now - last >= pause ? move.url : nil
  }

  /// Considers a feed that was met at the address which the feed says is its new one.
  ///
  /// - Parameter document: what was met, and its digest; nil where it is as it was.
  func considerProbe(
    _ entry: inout FeedStore.Entry, _ response: FetchResponse, _ document: (FeedDetails, digest: String)?, now: Int64
  ) throws {
    guard var move = entry.move, move.cause == .newFeedURL else { return }
    if let (details, digest) = document {
      (move.stated, move.held) = (details.newFeedURL, HeldDocument(response, digest: digest))
    } else {
      move.held?.update(with: response)
    }
    entry.move = move
    // There and back again: the new address leads to the old one, or says that it does.
    let objection: String? =
      if isOwn(response.effectiveURL, entry) {
        "that address leads back to this one"
      } else if let stated = move.stated, isOwn(stated, entry) {
        Self.contradiction
      } else {
        nil
      }
    try meet(move.url, .newFeedURL, &entry, objection: objection, now)
  }

  /// No feed was met there: what was counted does not count.
  func failProbe(_ entry: inout FeedStore.Entry, now: Int64) {
    guard var move = entry.move, move.cause == .newFeedURL else { return }
    (move.count, move.last, move.held) = (0, now, nil)
    entry.move = move
  }

  // MARK: Believing it

  /// What is known of a move so far.
  private func possibleMove(
    _ entry: FeedStore.Entry, to url: String, _ cause: PossibleMove.Cause, _ now: Int64
  ) -> PossibleMove {
    entry.move.flatMap { $0.url == url && $0.cause == cause ? $0 : nil }
      ?? PossibleMove(url: url, cause: cause, since: now)
  }

  /// A feed was met there.
  private func meet(
    _ url: String, _ cause: PossibleMove.Cause, _ entry: inout FeedStore.Entry, objection: String?, _ now: Int64
  ) throws {
    var move = possibleMove(entry, to: url, cause, now)
    let objection = try objection ?? self.objection(to: url, entry, now)
    if let objection, move.objection != objection {
      journal.warning("\(entry.feed.url) does not move to \(url): \(objection)", ["feed": entry.feed.id])
    }
    move.objection = objection
    if move.count == 0 || move.since > now { move.since = now }
    move.count = objection == nil ? move.count + 1 : 0
    move.last = now
    entry.move = move
    if move.count >= limits.polls, now - move.since >= limits.time { try carryOut(move, &entry, now) }
  }

  private func objection(to url: String, _ entry: FeedStore.Entry, _ now: Int64) throws -> String? {
    let address = FetchURL.redacted(url)
    if try feeds.wasAt(address, entry.feed.id, since: now - Self.memory) { return "it has come from there" }
    if let other = try feeds.feed(url: address), other.feed.id != entry.feed.id, !other.isPolled {
      return "a feed at that address is followed no more; follow it again, or unfollow it with --purge"
    }
    return nil
  }

  private func carryOut(_ move: PossibleMove, _ entry: inout FeedStore.Entry, _ now: Int64) throws {
    let why =
      switch move.cause {
      case .redirect: "the old address redirects there for good"
      case .newFeedURL: "the feed says so (itunes:new-feed-url)"
      }
    entry.move = nil
    // What was met at a redirect's end was taken in as the feed's own document.
    let isHeld = move.cause == .redirect && entry.held?.url == FetchURL.redacted(move.url)
    try self.move(&entry, to: move.url, because: why, now)
    // What another server said to know the document by means nothing there.
    if !isHeld { entry.held = nil }
  }

  /// Gives a feed another address, or ends it where that is another feed's.
  func move(_ entry: inout FeedStore.Entry, to url: String, because why: String, _ now: Int64) throws {
    let target = try FetchURL(url)
    let (from, formerAddress) = (entry.feed.url, entry.address)
    if var survivor = try feeds.feed(url: target.address), survivor.feed.id != entry.feed.id {
      if !survivor.isPolled {
        survivor.beginAgain(due: now)
        try feeds.put(survivor, now: now)
        try FeedPublisher(log: log).append(
          .followed, FeedEvent(feed: survivor.feed), traceparent: TraceParent.random())
      }
      // Whoever follows the address that is no more gets the feed that is left, which has what it needs to be read.
      try feeds.remember(formerAddress, ofFeed: survivor.feed.id, until: now)
      if survivor.credentials == nil,
        let credentials = entry.account.flatMap({ target.takingCredentials(of: $0) })?.credentials
      {
        survivor.credentials = credentials
        survivor.due = min(survivor.due, now)
        try feeds.put(survivor, now: now)
      }
      entry.feed.state = .unfollowed
      entry.reason = nil
      // Who reads of it moves what it has to the other: should it be followed again, it has nothing.
      try items.removeItems(ofFeed: entry.feed.id)
      entry.forgetItems(upTo: log.head)
      try FeedPublisher(log: log).append(
        .unfollowed,
        FeedEvent(feed: entry.feed, reason: why, mergedInto: survivor.feed.id, from: from, to: survivor.feed.url),
        traceparent: TraceParent.random())
      journal.info(
        "\(from) is the same as \(survivor.feed.url), which is followed already: \(why)", ["feed": entry.feed.id])
      return
    }
    try feeds.remember(formerAddress, ofFeed: entry.feed.id, until: now)
    // They stay on their own server.
    entry.credentials = entry.account.flatMap { target.takingCredentials(of: $0).credentials }
    entry.feed.url = target.asked
    try FeedPublisher(log: log).append(
      .moved, FeedEvent(feed: entry.feed, reason: why, from: from, to: target.asked),
      traceparent: TraceParent.random())
    journal.info("\(from) has moved to \(target.asked): \(why)", ["feed": entry.feed.id])
  }

  private func isOwn(_ url: String, _ entry: FeedStore.Entry) -> Bool {
    FetchURL.redacted(url) == entry.address
  }

  /// Whether what a feed says of its address is where it is: many say so without TLS, or with another slash at the end.
  private func saysOwn(_ url: String, _ entry: FeedStore.Entry) -> Bool {
    func bare(_ text: String) -> Substring { text.hasSuffix("/") ? text.dropLast() : text[...] }
    let stated = FetchURL.redacted(url)
    if bare(stated) == bare(entry.address) { return true }
    return stated.hasPrefix("http:") && entry.address.hasPrefix("https:")
      && bare(stated).dropFirst("http".count) == bare(entry.address).dropFirst("https".count)
  }
}
