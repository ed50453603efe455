/// The two sockets of a service, and who may use them.
public final class ServiceSockets {
  /// What a service needs to encrypt.
  public struct Security: Sendable {
    let keys: KeyFile
    let folder: KeyFolder

    /// The keys of a service.
    ///
    /// - Throws: where they cannot be used.
    public init(service: String, folder: KeyFolder) throws(KeyError) {
      self.folder = folder
      keys = try folder.keyFile(of: service)
    }
  }

  /// What the sockets are made in; with keys where the service has some.
  public let context: Context
  /// Where events go out.
  public let publisher: EventPublisher
  /// Where requests come in.
  public let responder: Responder
  private let security: Security?
  private var allowList: AllowList?
  private var journal: ConnectionJournal
  private var lines: [ConnectionJournal.Line] = []
  private let clock = ContinuousClock()

  /// Binds the sockets, and makes sure that they are closed to who is not listed.
  ///
  /// - Parameters:
  ///   - security: nil for a service without keys; then whoever reaches the sockets may use them.
  ///   - events: where to listen: `tcp://127.0.0.1:5711`.
  /// - Throws: `BusError` where an address is taken or is none of this machine, `KeyError` for an allow-list that cannot
  ///   be read, `SecurityProbeError`.
  public convenience init(events: String, requests: String, security: Security?) throws {
    try self.init(events: events, requests: requests, security: security, judge: { $0.admission(of: $1) })
  }

  init(
    events: String, requests: String, security: Security?,
    judge: @escaping @Sendable (AllowList, Applicant) -> Admission
  ) throws {
    self.security = security
    if let security {
      let list = try security.folder.allowList()
      allowList = list
      context = try Context(keys: security.keys, allowing: list, judge: judge)
    } else {
      context = Context()
    }
    journal = ConnectionJournal(
      encrypts: security != nil, allowListPath: security?.folder.allowListPath ?? "the allow-list")
    publisher = try EventPublisher(context: context, endpoint: events)
    responder = try Responder(context: context, endpoint: requests)
    if let security { try probe(security.keys) }
  }

  /// What to wait for.
  ///
  /// - Parameter takesRequests: wait for requests, too.
  public func pollItems(takesRequests: Bool) -> [PollItem] {
    [publisher.pollItem, publisher.connections.pollItem, responder.connections.pollItem]
      + (takesRequests ? [responder.pollItem] : [])
  }

  /// Figures for the status, since the start.
  public var counters: [String: Int] {
    let (events, requests) = (publisher.connections.counters, responder.connections.counters)
    return [
      "connections": events.handshakes + requests.handshakes,
      "disconnects": events.disconnects + requests.disconnects,
      "brokenHandshakes": events.brokenHandshakes + requests.brokenHandshakes,
      "protocolErrors": events.protocolErrors + requests.protocolErrors,
      "refusedKeys": context.authenticator?.refusals ?? 0,
    ]
  }

  /// How many keys may connect; nil where all may.
  public var listedKeys: Int? {
    allowList?.entries.count
  }

  /// Looks whether a request's sender may ask that.
  ///
  /// - Throws: `RequestError` of code `refused`.
  public func check(_ incoming: Responder.Incoming, controlRequests: Set<String>) throws(RequestError) {
    guard let allowList else { return }
    let name = incoming.user ?? ""
    let role = Role.needed(for: incoming.request.name, controlRequests: controlRequests)
    if let entry = allowList[name: name], entry.roles.contains(role) { return }
    if let line = journal.refused(name: name, role: role, request: incoming.request.name, now: clock.now) {
      lines.append(line)
    }
    throw RequestError(
      .refused,
      "the key '\(name)' lacks the role \(role.rawValue), which \(incoming.request.name) needs: it is given "
        + "in the service's allow-list")
  }

  /// Takes in what has happened to the connections, while a long transaction keeps the service from all else.
  public func watch() throws(BusError) {
    try publisher.connections.update()
    try responder.connections.update()
  }

  /// What is to be said of those who connect since it was asked last.
  public func takeLines() throws(BusError) -> [ConnectionJournal.Line] {
    let now = clock.now
    try watch()
    for connections in [publisher.connections, responder.connections] {
      for finding in connections.takeFindings() {
        if let line = journal.line(finding, now: now) { lines.append(line) }
      }
    }
    for note in context.authenticator?.takeNotes() ?? [] {
      if let line = journal.line(note, now: now) { lines.append(line) }
    }
    defer { lines = [] }
    return lines
  }

  /// Reads the allow-list anew. Where a key has lost something, all connections end and are made again by those who may.
  ///
  /// - Returns: the names of those who lost something.
  /// - Throws: `KeyError`; then the list stays as it was.
  public func reloadAllowList() throws -> [String] {
    guard let security, let old = allowList else { return [] }
    let new = try security.folder.allowList()
    // Before the connections end: they come back at once.
    context.authenticator?.replace(new)
    allowList = new
    let losers = old.losers(with: new)
    guard !losers.isEmpty else { return [] }
    try publisher.rebind()
    try responder.rebind()
    return losers
  }

  private func probe(_ keys: KeyFile) throws {
    let pair = try KeyPair.make()
    context.authenticator?.expect(trialKey: pair.publicKey)
    defer { context.authenticator?.expect(trialKey: nil) }
    let trials = try SecurityProbe.run(
      events: publisher.endpoint, requests: responder.endpoint, server: keys.publicKey, pair: pair)
    try publisher.connections.forget(trials.events)
    try responder.connections.forget(trials.requests)
  }
}
