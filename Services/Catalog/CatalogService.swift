internal import Castwire
internal import CastwireBus
internal import MessageCoding
internal import Runtime
internal import ServiceLoop
internal import Storage

/// The catalog: takes in what feeds say, decides what it means, publishes what changed and answers queries.
final class CatalogService: ServiceHandler {
  static let controlRequests: Set<String> = ["feed.keep"]

  private let store: CatalogStore
  private let log: EventLog
  private let publisher: CatalogPublisher
  private let stage: Stage
  private let documents: DocumentReconciler
  private let duplicates: Duplicates
  private let merges: FeedMerge
  private let keeping: Keeping
  private let index: IndexWork
  private let keepWork: KeepWork
  private let search: SearchWorker?
  private let isStateLacking: Bool
  private var closedDocuments = 0
  private var putAside: [PartPutAside] = []
  /// What the events that are applied next say of items.
  private var messages = StagedMessages()
  /// Whether what comes is the whole present state of another log: of each subject its newest event.
  private var isStartingOver = false

  /// - Parameter search: what makes the log's entities be found; nil for a catalog without search.
  init(store: CatalogStore, log: EventLog, search: SearchWorker? = nil) throws {
    self.store = store
    self.log = log
    self.search = search
    publisher = CatalogPublisher(store: store, log: log)
    stage = try Stage(store: store)
    duplicates = Duplicates(store: store, publisher: publisher)
    keeping = Keeping(store: store, publisher: publisher, duplicates: duplicates, log: log)
    documents = DocumentReconciler(
      store: store, publisher: publisher, stage: stage, duplicates: duplicates, keeping: keeping)
    merges = FeedMerge(store: store, publisher: publisher, duplicates: duplicates)
    index = IndexWork(store: store)
    keepWork = KeepWork(store: store, keeping: keeping, start: .now)
    // What a batch changes fits in: else its pages are written, and read again, in its midst. In KiB.
    try store.database.execute("PRAGMA cache_size = -16384")
    isStateLacking = try store.progress().lacksState
    search?.start()
  }

  var counters: [String: Int] {
    get throws {
      var counters = ["documents": closedDocuments, "pending": try store.pendingCount]
      if let index = search?.figures {
        counters["searchDocuments"] = index.live
        counters["searchedTo"] = Int(index.cursor.rawValue)
      }
      return counters
    }
  }

  var lacksState: Bool {
    isStateLacking
  }

  func committed() {
    search?.wake()
  }

  func letGo() {
    search?.letGo()
  }

  // MARK: What feed-ingest says

  func prepare(_ events: [Event]) {
    messages = StagedMessages(events)
  }

  func apply(_ event: Event) throws {
    putAside = []
    // Families and verbs that are not known yet are passed over, as the contract asks of every reader.
    guard let (family, verb) = event.familyAndVerb else { return }
    switch family {
    case "item":
      try keep(event, ItemEvent.Verb(rawValue: String(verb)))
    case "feed":
      guard let verb = FeedEvent.Verb(rawValue: String(verb)) else { return }
      try apply(verb, try event.decode(FeedEvent.self), Cause(event))
    default:
      break
    }
  }

  /// Keeps an item until its document closes. One that cannot be read is put aside here and now: at the close it would
  /// take the whole document with it.
  private func keep(_ event: Event, _ verb: ItemEvent.Verb?) throws {
    switch verb {
    // Whichever of the two it is: once the log is compacted, a count of views may be all that says that the item is there.
    case .seen?, .viewed?: stage.keep(try messages.take(event), verb ?? .seen, event)
    case .left?: stage.keep(try event.decode(ItemLeftEvent.self), event)
    case nil: return
    }
  }

  func willCommit() throws {
    try stage.willCommit()
    try store.willCommit()
  }

  var isHolding: Bool {
    stage.isHolding
  }

  func settle() throws {
    try stage.flush()
  }

  private func apply(_ verb: FeedEvent.Verb, _ message: FeedEvent, _ cause: Cause) throws {
    let isUnfollowed = verb == .unfollowed
    if isUnfollowed, message.purge == true { return try purge(message.feed.id, cause) }
    var feed = try store.feed(message.feed.id) ?? store.makeFeed(message.feed.id)
    try store.noteAppearance(&feed)
    if verb == .followed, feed.mergedInto != nil {
      feed.mergedInto = nil
      try store.put(feed)
    }
    // Nothing comes between a document and its close; so the close was put aside, or a later event of the feed took its
    // place in the log. Either says what the feed is, and the document is whole.
    if verb == .updated || stage.hasItems(feed: feed.id) {
      let added = try close(message, &feed, cause)
      try merges.continueMerges(into: feed, added: added, cause: cause)
      closedDocuments += 1
    }
    if isUnfollowed, let survivor = message.mergedInto { try merge(&feed, into: survivor, cause) }
    try publisher.updateState(of: feed, to: message.feed.state, url: message.feed.url, cause: cause)
    try stage.clear(feed: feed.id)
  }

  /// Takes in all that is staged of a feed. Where an item is to blame that this cannot be done, the others are taken in.
  private func close(_ message: FeedEvent, _ feed: inout FeedRow, _ cause: Cause) throws -> [EntityRow] {
    let before = feed
    do {
      return try log.attempt {
        try documents.close(message, feed: &feed, asOne: isStartingOver, cause: cause).added
      }
    } catch let error where EventLog.isFault(error) {
      feed = before
      let taken = try documents.close(
        message, feed: &feed, asOne: isStartingOver, isOneByOne: true, cause: cause)
      putAside += try taken.putAside.map { item, error in
        PartPutAside(
          words: "item \(item.key) of feed \(feed.id)", json: try stage.json(of: item), sequence: item.cause.sequence,
          error: error)
      }
      return taken.added
    }
  }

  func takePutAside() -> [PartPutAside] {
    defer { putAside = [] }
    return putAside
  }

  private func merge(_ feed: inout FeedRow, into id: String, _ cause: Cause) throws {
    guard id != feed.id else { return }
    let survivor = try store.feed(id) ?? store.makeFeed(id)
    feed.mergedInto = survivor.number
    try store.put(feed)
    try merges.merge(feed, into: survivor, cause: cause)
  }

  /// Removes a feed and all that it published for good.
  private func purge(_ id: String, _ cause: Cause) throws {
    if let feed = try store.feed(id) {
      var rows: [EntityRow] = []
      try store.forEachEntity(ofFeed: feed.number) { rows.append($0) }
      for row in rows {
        try publisher.working()
        if row.state.isPublished { try publisher.remove(row, feed: id, cause: cause) }
        try store.remove(row)
        try duplicates.removed(row, cause: cause)
      }
      for collection in try store.collections(feed.number) {
        try publisher.remove(collection, of: feed, cause: cause)
      }
      try store.removeFeed(feed)
    }
    try stage.clear(feed: id)
  }

  // MARK: Another log

  func startOver() throws {
    isStartingOver = true
    try store.startEra()
    try stage.clear()
  }

  func continueStartingOver() {
    isStartingOver = true
  }

  func finishStartingOver() throws {
    isStartingOver = false
    // Nothing leaves the catalog because feed-ingest forgot it; but nobody follows these feeds any more.
    for feed in try store.feedsThatDidNotAppear(limit: .max) {
      try publisher.working()
      try publisher.updateState(of: feed, to: .unfollowed, url: nil, cause: .none)
    }
    let era = try store.progress().era
    // What is left of feeds that were purged so long ago that the log tells of it no more.
    for id in stage.feeds {
      let feed = try store.feed(id)
      if feed?.appeared != era { try stage.clear(feed: id) }
    }
    try store.noteState()
  }

  // MARK: Work

  var nextWork: ContinuousClock.Instant? {
    index.due.map { min($0, keepWork.due) } ?? keepWork.due
  }

  func collectWork(now: ContinuousClock.Instant) throws -> Bool {
    // In a transaction of its own, which waits for no disk.
    if let due = index.due, due <= now { try index.step() }
    return keepWork.due <= now
  }

  func work(now: ContinuousClock.Instant) throws {
    try keepWork.step(now: now)
  }

  func respond(to request: Request) throws -> [UInt8] {
    guard request.name == "feed.keep" else {
      throw RequestError(.unknownRequest, "catalog knows no request '\(request.name)'")
    }
    return try KeepRequests.keep(request, store: store, keeping: keeping)
  }
}
