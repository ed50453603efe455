internal import Castwire
internal import CastwireBus
internal import Runtime
internal import ServiceLoop

/// The catalog: takes in what feeds say, decides what it means, publishes what changed and answers queries.
final class CatalogService: ServiceHandler {
  static let controlRequests: Set<String> = []

  private let store: CatalogStore
  private let publisher: CatalogPublisher
  private let queries: CatalogQueries
  private let documents: DocumentReconciler
  private var closedDocuments = 0

  init(store: CatalogStore, log: EventLog) {
    self.store = store
    publisher = CatalogPublisher(store: store, log: log)
    queries = CatalogQueries(store: store, log: log)
    documents = DocumentReconciler(store: store, publisher: publisher, log: log)
  }

  var counters: [String: Int] {
    ["documents": closedDocuments]
  }

  func apply(_ event: Event) throws {
    // Families and verbs that are not known yet are passed over, as the contract asks of every reader.
    guard let (family, verb) = event.familyAndVerb else { return }
    switch family {
    case "item":
      guard ItemEvent.Verb(rawValue: String(verb)) != nil else { return }
      try store.stage(event, verb: String(verb))
    case "feed":
      guard let verb = FeedEvent.Verb(rawValue: String(verb)) else { return }
      try apply(verb, try event.decode(FeedEvent.self), event)
    default:
      break
    }
  }

  private func apply(_ verb: FeedEvent.Verb, _ message: FeedEvent, _ event: Event) throws {
    let cause = Cause(event)
    try store.noteAppearance(ofPodcast: message.feed.id)
    switch verb {
    case .updated:
      let podcast = Podcast(
        id: message.feed.id, feedURL: message.feed.url, state: message.feed.state, details: message.feed.details)
      try publisher.publish(podcast, initial: message.document == 1, cause: cause)
      try documents.close(feed: message.feed.id)
      closedDocuments += 1
    case .followed, .failing, .recovered, .moved, .gone, .throttled:
      try publisher.updateState(of: message.feed, cause: cause)
    case .unfollowed:
      if message.purge == true {
        try publisher.purge(podcast: message.feed.id, cause: cause)
      } else {
        try publisher.updateState(of: message.feed, cause: cause)
      }
      try store.clearStage(feed: message.feed.id)
    }
  }

  func startOver() throws {
    try store.forgetAppearances()
  }

  func finishStartingOver() throws {
    // Nothing leaves the catalog because feed-ingest forgot it; but nobody follows these feeds any more.
    for entry in try store.podcastsThatDidNotAppear() {
      try publisher.markUnfollowed(entry)
    }
  }

  func respond(to request: Request) throws -> [UInt8] {
    try queries.respond(to: request)
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
