internal import Castwire
internal import CastwireBus
internal import Runtime
internal import ServiceLoop

/// The catalog: takes in what feeds say, decides what it means, publishes what changed and answers queries.
final class CatalogService: ServiceHandler {
  static let controlRequests: Set<String> = []

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let documents: DocumentReconciler
  private let search: SearchWorker?
  private let decodedItems = DecodedItems()
  private var closedDocuments = 0
  /// Whether what comes is the whole present state of another log: of each subject its newest event.
  private var isStartingOver = false

  /// - Parameter search: what makes the log's entities be found; nil for a catalog without search.
  init(store: CatalogStore, log: EventLog, search: SearchWorker? = nil) {
    self.store = store
    self.search = search
    publisher = CatalogPublisher(store: store, log: log)
    documents = DocumentReconciler(store: store, publisher: publisher, decodedItems: decodedItems)
    search?.start()
  }

  var counters: [String: Int] {
    var counters = ["documents": closedDocuments]
    if let index = search?.figures {
      counters["searchDocuments"] = index.live
      counters["searchedTo"] = Int(index.cursor.rawValue)
    }
    return counters
  }

  func committed() {
    search?.wake()
  }

  func letGo() {
    search?.letGo()
  }

  func apply(_ event: Event) throws {
    // Families and verbs that are not known yet are passed over, as the contract asks of every reader.
    guard let (family, verb) = event.familyAndVerb else { return }
    switch family {
    case "item":
      try stage(event, ItemEvent.Verb(rawValue: String(verb)))
    case "feed":
      guard let verb = FeedEvent.Verb(rawValue: String(verb)) else { return }
      try apply(verb, try event.decode(FeedEvent.self), event)
    default:
      break
    }
  }

  /// Keeps an item until its document closes. One that cannot be read is put aside here and now: at the close it would
  /// take the whole document with it.
  private func stage(_ event: Event, _ verb: ItemEvent.Verb?) throws {
    switch verb {
    // Once the log is compacted, it alone may say that the item is there; what it changed itself no episode has.
    case .seen, .viewed: decodedItems.keep(try event.decode(ItemEvent.self), of: event)
    case .left: _ = try event.decode(ItemLeftEvent.self)
    case nil: return
    }
    try store.stage(event, verb: verb?.rawValue ?? "")
  }

  private func apply(_ verb: FeedEvent.Verb, _ message: FeedEvent, _ event: Event) throws {
    let cause = Cause(event)
    let feed = message.feed.id
    try store.noteAppearance(ofPodcast: feed)
    switch verb {
    case .updated:
      try close(message, cause)
    case .unfollowed where message.purge == true:
      try publisher.purge(podcast: feed, cause: cause)
      try store.clearStage(feed: feed)
    // Nothing comes between a document and its close; so the close was put aside, or a later event of the feed took its
    // place in the log. Either says what the feed is, and the document is whole.
    case _ where try store.hasStagedItems(feed: feed):
      try close(message, cause)
    case .followed, .failing, .recovered, .moved, .gone, .throttled, .unfollowed:
      try publisher.updateState(of: message.feed, cause: cause)
    }
  }

  private func close(_ message: FeedEvent, _ cause: Cause) throws {
    let feed = message.feed
    try publisher.publish(
      Podcast(id: feed.id, feedURL: feed.url, state: feed.state, details: feed.details), truncated: message.truncated,
      cause: cause)
    try documents.close(feed: feed.id, asOne: isStartingOver)
    closedDocuments += 1
  }

  func startOver() throws {
    isStartingOver = true
    try store.forgetAppearances()
  }

  func continueStartingOver() {
    isStartingOver = true
  }

  func finishStartingOver() throws {
    isStartingOver = false
    // Nothing leaves the catalog because feed-ingest forgot it; but nobody follows these feeds any more.
    for entry in try store.podcastsThatDidNotAppear() {
      try publisher.markUnfollowed(entry)
    }
  }

  func respond(to request: Request) throws -> [UInt8] {
    throw RequestError(.unknownRequest, "catalog changes nothing by request, '\(request.name)' either")
  }
}

/// What made the catalog publish an event.
struct Cause {
  /// The event's `causationid`; nil where no event caused it.
  let id: String?
  let traceparent: String?

  init(_ event: Event) {
    id = event.causationID
    traceparent = event.traceparent
  }

  init(id: String?, traceparent: String?) {
    self.id = id
    self.traceparent = traceparent
  }
}
