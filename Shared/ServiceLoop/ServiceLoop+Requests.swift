internal import CastwireBus
internal import Storage
internal import Runtime

/// What clients ask.
extension ServiceLoop {
  /// Gives out what the reading thread has answered, and takes in what is asked.
  func answerRequests() throws {
    let responder = sockets.responder
    for answer in reads.answers.takeAll() {
      readCount -= 1
      if let failure = answer.failure { journal.error(failure) }
      try responder.send(answer.reply, to: answer.incoming)
    }
    // A bound on each turn keeps a client that asks without end from starving the events; and what cannot be begun stays
    // in the socket, which lets its clients take turns.
    for _ in 0..<100 where readCount < ReadWorker.limit {
      guard let incoming = try responder.receive() else { return }
      requestCount += 1
      do {
        try sockets.check(incoming, controlRequests: controlRequests)
        if let reply = try answer(incoming) { try responder.send(reply, to: incoming) }
      } catch let error as RequestError {
        try responder.send(.error(error), to: incoming)
      } catch let error where error is FileError || (error as? DatabaseError)?.isEnvironmental == true {
        try responder.send(.error(RequestError(.unavailable, "the database cannot be used: \(error)")), to: incoming)
        throw error
      } catch is StoppingError {
        try responder.send(.error(RequestError(.unavailable, "the service is ending")), to: incoming)
        throw StoppingError()
      } catch let error where !(error is BusError) {
        journal.error("\(incoming.request.name) failed: \(error)")
        try responder.send(.error(RequestError(.internal, "\(error)")), to: incoming)
      }
    }
  }

  /// - Returns: nil where the reading thread answers it.
  private func answer(_ incoming: Responder.Incoming) throws -> Reply? {
    let request = incoming.request
    guard let store else {
      throw RequestError(.unavailable, "the database cannot be read; the service's log says why")
    }
    switch request.name {
    case "replay":
      let replay = try Replay(request)
      try replay.check(service: configuration.name)
      if let (name, after) = replay.consumer { note(consumer: name, after: after, store.log) }
      if isWritable, try replay.isProofOfRestore(of: store.log) {
        try renewID(of: store.log, because: "a consumer has seen an event that it does not have")
      }
    case "service.status":
      // What has happened to the connections so far belongs to it.
      try sockets.watch()
      return .ok(result: try BusCoder.encode(try status(store)))
    case Self.retryRequest:
      try requireWriting()
      return .ok(result: try BusCoder.encode(["retried": try retryPutAside(store)]))
    case let name where Handler.controlRequests.contains(name):
      try requireWriting()
      var result: [UInt8] = []
      let events = try store.transaction { result = try store.handler.respond(to: request) }
      try publish(events)
      return .ok(result: result)
    case _ where !hasReader:
      return .ok(result: try store.handler.respond(to: request))
    default:
      break
    }
    reads.ask(incoming, complete: isComplete(store))
    readCount += 1
    return nil
  }

  private func requireWriting() throws(RequestError) {
    guard isWritable else {
      throw RequestError(.unavailable, "the database cannot be written; the service's log says why")
    }
  }

  /// Takes in the whole state of what the service follows again, where events of it were put aside. To apply only these
  /// could put a thing back to what it was before later events.
  ///
  /// - Returns: how many had been put aside.
  private func retryPutAside(_ store: Store<Handler>) throws -> Int {
    guard let consumer = store.consumer, let subscription else { return 0 }
    let count = try consumer.quarantinedCount()
    guard count > 0 else { return 0 }
    _ = try store.log.transaction { try consumer.forgetPlace() }
    hasCaughtUp = false
    try subscription.rewind(to: try consumer.start())
    journal.info("events that were put aside are tried again, with all others", ["putAside": "\(count)"])
    return count
  }

  /// Whether the service has all that it is made from. After a start it may not: its database may be an older copy, and what
  /// came since is still to come.
  private func isComplete(_ store: Store<Handler>) -> Bool {
    !store.isStartingOver && (subscription == nil || hasCaughtUp)
  }

  private func note(consumer name: String, after: Position, _ log: EventLog) {
    // Names come from outside: a bound keeps a client with ever new ones from filling the memory.
    guard consumers[name] != nil || consumers.count < 1_000, name.utf8.count <= 100 else { return }
    consumers[name] = ServiceStatus.Consumer(
      name: name, after: after, lag: log.head.rawValue - min(after, log.head).rawValue, lastAsked: wallClock())
  }

  private func status(_ store: Store<Handler>) throws -> ServiceStatus {
    var peers: [ServiceStatus.Peer] = []
    if let subscription, let upstream = configuration.upstream {
      let cursor = subscription.position
      peers.append(
        ServiceStatus.Peer(
          subscription, endpoint: upstream.endpoints.events,
          lag: max(subscription.knownHead, cursor).rawValue - cursor.rawValue))
    }
    var counters = try store.handler.counters.merging(sockets.counters) { $1 }
    counters["published"] = published
    counters["requests"] = requestCount
    counters["undeliveredReplies"] = sockets.responder.undeliveredReplies
    counters["compactedTo"] = Int(store.log.progress.horizon.rawValue)
    counters["longestCompactionMilliseconds"] = store.compaction.longestStep.wholeMilliseconds
    return ServiceStatus(
      service: configuration.name, version: Version.current, uptime: Int((clock.now - started).components.seconds),
      log: store.log.id, head: store.log.head, oldest: store.log.oldest, complete: isComplete(store),
      trouble: writeTrouble,
      peers: peers,
      consumers: consumers.values.sorted { $0.name < $1.name },
      quarantined: try store.consumer?.quarantinedCount() ?? 0, counters: counters)
  }
}
