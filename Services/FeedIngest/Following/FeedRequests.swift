internal import Castwire
internal import CastwireBus
internal import FeedParsing
internal import Foundation
internal import ServiceLoop

/// Does what feed-ingest is asked to do: follow and unfollow feeds, poll them now.
struct FeedRequests {
  struct Follow: Codable {
    let url: String
    let kind: String?
  }

  struct Unfollow: Codable {
    let feed: String
    let purge: Bool?
  }

  struct Refresh: Codable {
    let feed: String?
  }

  struct Import: Codable {
    let opml: String
  }

  /// The result of `feeds.import`.
  struct ImportResult: Codable {
    /// How many feeds are followed now that were not before.
    var followed = 0
    /// How many were followed already.
    var known = 0
    /// What could not be followed, in words.
    var problems: [String] = []
  }

  private let log: EventLog
  private let feeds: FeedStore
  private let items: ItemStore
  private let moves: FeedMoves
  private let journal: PendingEntries
  private let clock: () -> Int64

  init(
    log: EventLog, feeds: FeedStore, items: ItemStore, moves: FeedMoves, journal: PendingEntries,
    clock: @escaping () -> Int64
  ) {
    self.moves = moves
    self.log = log
    self.feeds = feeds
    self.items = items
    self.journal = journal
    self.clock = clock
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "feeds.follow":
      let parameters = try request.decode(Follow.self)
      return try BusCoder.encode(try follow(parameters.url, kind: try Self.kind(parameters.kind)).feed)
    case "feeds.unfollow":
      let parameters = try request.decode(Unfollow.self)
      return try BusCoder.encode(try unfollow(parameters.feed, purge: parameters.purge ?? false))
    case "feeds.refresh":
      return try refresh(try request.decode(Refresh.self).feed)
    case "feeds.import":
      return try BusCoder.encode(try importFeeds(Array(try request.decode(Import.self).opml.utf8)))
    default:
      throw RequestError(.unknownRequest, "feed-ingest knows no request '\(request.name)'")
    }
  }

  private func importFeeds(_ opml: [UInt8]) throws -> ImportResult {
    let list: OPML.Document
    do {
      list = try OPML.document(in: opml)
    } catch {
      throw RequestError(.badRequest, "this is no OPML: \(error.message)")
    }
    var result = try follow(list.subscriptions[...])
    result.problems.insert(contentsOf: list.problems.map(\.sentence), at: 0)
    return result
  }

  /// Follows the feeds of a list. One that cannot be followed costs itself alone.
  func follow(_ subscriptions: ArraySlice<OPML.Subscription>) throws -> ImportResult {
    var result = ImportResult()
    for subscription in subscriptions {
      do {
        // A list is no question about a feed that is gone: it may be taken again at each start.
        let (_, isNew) = try follow(subscription.url, kind: nil, asksGone: false)
        if isNew { result.followed += 1 } else { result.known += 1 }
      } catch let error as RequestError {
        // Never the URL as given: it may hold a password.
        let name = subscription.title ?? FetchURL.redacted(subscription.url)
        result.problems.append("\(name): \(error.message)")
      }
    }
    return result
  }

  // MARK: Following

  /// - Parameter asksGone: whether a feed that is gone is polled again.
  private func follow(_ text: String, kind: FeedKind?, asksGone: Bool = true) throws -> (feed: Feed, isNew: Bool) {
    var url: FetchURL
    do {
      url = try FetchURL(Self.withoutFeedScheme(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      if let known = try KnownPages.feedURL(of: url) { url = try FetchURL(known) }
    } catch {
      let advice = text.contains("://") ? "" : "; write it whole, beginning with https:// or http://"
      throw RequestError(.badRequest, "this URL cannot be followed: \(error.message)\(advice)")
    }
    guard ["http", "https", "file"].contains(url.scheme) else {
      throw RequestError(.badRequest, "\(url.address): only http, https and file URLs can be followed")
    }
    guard url.address.utf8.count <= FetchURL.maximumSize else {
      throw RequestError(.badRequest, "this URL cannot be followed: it has more than \(FetchURL.maximumSize) bytes")
    }
    let now = clock()
    let known = try feeds.feed(url: url.address)
    // One that is followed comes before one that is no more, which may have become the other.
    let followed = try known?.isPolled == true ? known : movedFeed(from: url.address) ?? sameFeed(as: url)
    if let entry = followed ?? known {
      return entry.isPolled || (entry.feed.state == .gone && !asksGone)
        ? (try adapt(entry, to: url, kind: kind, now), false) : (try followAgain(entry, at: url, kind: kind, now), true)
    }
    var id = Identity.feedID(url: url.address)
    var ordinal = 2
    // Taken by a feed that differs only in its scheme or its slashes, or that has moved since.
    while try feeds.feed(id: id) != nil {
      id = Identity.feedID(url: url.address, ordinal: ordinal)
      ordinal += 1
    }
    let entry = FeedStore.Entry(
      feed: Feed(id: id, url: url.asked, state: .active, kind: kind), credentials: url.credentials,
      due: now, isAwaited: true)
    return (try announce(entry, now), true)
  }

  /// `feed:https://example.com/x` and `itpc://example.com/x`, as buttons on web pages have it.
  private static func withoutFeedScheme(_ text: String) -> String {
    guard let colon = text.firstIndex(of: ":"),
      ["feed", "itpc", "pcast", "podcast"].contains(text[..<colon].lowercased())
    else { return text }
    let rest = text[text.index(after: colon)...]
    return rest.hasPrefix("//") ? "https:\(rest)" : String(rest)
  }

  /// A feed that is followed at what is the same address but for TLS and a slash at the end.
  private func sameFeed(as url: FetchURL) throws -> FeedStore.Entry? {
    guard url.scheme == "http" || url.scheme == "https" else { return nil }
    let rest = url.address.dropFirst(url.scheme.count)
    let bare = rest.hasSuffix("/") ? rest.dropLast() : rest
    let ends = rest.contains("?") ? [""] : ["", "/"]
    return try feeds.followed(atAnyOf: ["https", "http"].flatMap { scheme in ends.map { "\(scheme)\(bare)\($0)" } })
  }

  /// A feed that is followed, and was at that address before.
  private func movedFeed(from url: String) throws -> FeedStore.Entry? {
    let entry = try feeds.feed(formerlyAt: url)
    return entry?.isPolled == true ? entry : nil
  }

  /// What a feed that is followed already takes over from being followed once more: another password, a kind.
  private func adapt(_ known: FeedStore.Entry, to url: FetchURL, kind: FeedKind?, _ now: Int64) throws -> Feed {
    var entry = known
    // One without a password, as from a list of subscriptions, does not take away the one that works. Nor does one for the
    // address where the feed was before.
    let isTLSAlone =
      entry.address.hasPrefix("http:") && url.address == "https:" + entry.address.dropFirst("http:".count)
    if let credentials = url.credentials, url.address == entry.address || isTLSAlone,
      credentials != entry.credentials || isTLSAlone
    {
      if isTLSAlone {
        try moves.move(&entry, to: url.asked, because: "somebody followed it there with a password", now)
        entry.held = nil
        if !entry.isPolled, let survivor = try feeds.feed(url: url.address) {
          // It has become the feed that was there, which gets what this one was to have.
          try feeds.put(entry, now: now)
          entry = survivor
        }
      }
      entry.credentials = credentials
      entry.due = now
      entry.isAwaited = true
      try feeds.put(entry, now: now)
    }
    guard let kind, kind != entry.feed.kind else { return entry.feed }
    entry.feed.kind = kind
    return try announce(entry, now)
  }

  private func followAgain(_ known: FeedStore.Entry, at url: FetchURL, kind: FeedKind?, _ now: Int64) throws -> Feed {
    var entry = known
    entry.feed.kind = kind ?? entry.feed.kind
    entry.credentials = url.credentials ?? entry.credentials
    entry.beginAgain(due: now)
    return try announce(entry, now)
  }

  private func announce(_ entry: FeedStore.Entry, _ now: Int64) throws -> Feed {
    try feeds.put(entry, now: now)
    try FeedPublisher(log: log).append(
      .followed, FeedEvent(feed: entry.feed), traceparent: TraceParent.random())
    journal.info("\(entry.feed.url) is followed", ["feed": entry.feed.id])
    return entry.feed
  }

  private func unfollow(_ name: String, purge: Bool) throws -> Feed {
    var entry = try feeds.known(as: name)
    guard entry.feed.state != .unfollowed || (purge && !entry.isPurged) else { return entry.feed }
    let traceparent = TraceParent.random()
    entry.feed.state = .unfollowed
    if purge {
      try DocumentPublisher(log: log, items: items).endItems(of: entry, traceparent: traceparent)
      entry.forgetItems(upTo: log.head)
      entry.credentials = nil
      entry.feed.details = FeedDetails()
      entry.isPurged = true
    }
    try feeds.put(entry, now: clock())
    try FeedPublisher(log: log).append(
      .unfollowed, FeedEvent(feed: entry.feed, purge: purge ? true : nil), traceparent: traceparent)
    journal.info("\(entry.feed.url) is followed no more", ["feed": entry.feed.id])
    return entry.feed
  }

  private func refresh(_ name: String?) throws -> [UInt8] {
    let now = clock()
    guard let name else { return try BusCoder.encode(["refreshed": try feeds.makeAllDue(now: now)]) }
    var entry = try feeds.known(as: name)
    guard entry.feed.state != .unfollowed else {
      throw RequestError(.refused, "\(entry.feed.url) is not followed; follow it first")
    }
    // A feed that is gone is asked again only when somebody wants it.
    if entry.feed.state == .gone { entry.feed.state = .failing }
    entry.due = min(entry.due, now)
    // Asked for once more, it has its thirty days again.
    (entry.missingSince, entry.absences) = (nil, 0)
    entry.isAwaited = true
    try feeds.put(entry, now: now)
    return try BusCoder.encode(["refreshed": 1])
  }

  private static func kind(_ name: String?) throws(RequestError) -> FeedKind? {
    guard let name else { return nil }
    guard let kind = FeedKind(rawValue: name) else {
      let names = FeedKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError(.badRequest, "\"kind\" is one of \(names), not '\(name)'")
    }
    return kind
  }
}
