public import CastwireBus

/// What a service does with what its loop brings: the part that differs from service to service.
///
/// All of it is called on the loop's thread. What throws an environmental `DatabaseError` (a full disk) undoes the
/// transaction, and the handler is made anew from the database.
public protocol ServiceHandler: AnyObject {
  /// The requests that change something. They are answered once what they changed is committed.
  static var controlRequests: Set<String> { get }

  /// The events that are about to be applied, one by one: what of them can be read before, and on several cores, is read now.
  func prepare(_ events: [Event])

  /// Does what an event of the followed log asks for, in the open transaction. What it throws puts the event aside.
  func apply(_ event: Event) throws

  /// What the last event that was applied asked for in part and could not be done, where the rest was.
  ///
  /// - Returns: each part once.
  func takePutAside() -> [PartPutAside]

  /// The followed log is another than before, and its whole state follows: of each subject its newest event. It comes in
  /// the transactions from this one to that of `finishStartingOver`.
  func startOver() throws

  /// The handler was made anew in the midst of that: after `startOver`, and before `finishStartingOver`.
  func continueStartingOver() throws

  /// The whole state has come; what did not appear in it since `startOver` is to go.
  func finishStartingOver() throws

  /// Whether the tables lack what only the whole state of the followed log can bring, since an older program did not keep it.
  /// Asked once the handler is made; then that state is taken in as if the log were another.
  var lacksState: Bool { get }

  /// Answers a request with a JSON object; for one of `controlRequests` in an open transaction.
  ///
  /// - Throws: `RequestError`, of code `unknown_request` for a name it does not know.
  func respond(to request: Request) throws -> [UInt8]

  /// File descriptors that become readable when there is work.
  var descriptors: [Int32] { get }

  /// When there is work although nothing arrives.
  var nextWork: ContinuousClock.Instant? { get }

  /// Takes in what has arrived from workers.
  ///
  /// - Returns: true where `work` has something to do.
  func collectWork(now: ContinuousClock.Instant) throws -> Bool

  /// Does what is due, in the open transaction.
  func work(now: ContinuousClock.Instant) throws

  /// The last thing in each transaction: what the handler has kept in memory until then is to be stored now, unless it is to be
  /// held (`isHolding`).
  func willCommit() throws

  /// Whether what came of events is in memory alone, in the hope that it is soon done with. As long as it is, the service's place
  /// in the followed log stays before the first of these events, so that they come again after a new start.
  var isHolding: Bool { get }

  /// Stores what is held, in the open transaction.
  func settle() throws

  /// Called after each commit: what is to happen outside the database can happen now.
  func committed()

  /// The database is about to be closed: whoever else has it open for the handler lets go of it. What it holds is known
  /// only once all have.
  func letGo()

  /// Figures for `service.status`.
  var counters: [String: Int] { get throws }
}

extension ServiceHandler {
  /// Does nothing.
  public func prepare(_ events: [Event]) {}
  /// Does nothing: for a service that follows no other.
  public func apply(_ event: Event) throws {}
  /// Events are put aside whole.
  public func takePutAside() -> [PartPutAside] { [] }
  /// Does nothing.
  public func startOver() throws {}
  /// Does nothing.
  public func continueStartingOver() throws {}
  /// Does nothing.
  public func finishStartingOver() throws {}
  /// Nothing is missing.
  public var lacksState: Bool { false }
  /// None.
  public var descriptors: [Int32] { [] }
  /// Never.
  public var nextWork: ContinuousClock.Instant? { nil }
  /// Finds nothing to do.
  public func collectWork(now: ContinuousClock.Instant) throws -> Bool { false }
  /// Does nothing.
  public func work(now: ContinuousClock.Instant) throws {}
  /// Does nothing.
  public func willCommit() throws {}
  /// Nothing is held.
  public var isHolding: Bool { false }
  /// Does nothing.
  public func settle() throws {}
  /// Does nothing.
  public func committed() {}
  /// Does nothing.
  public func letGo() {}
  /// None.
  public var counters: [String: Int] { [:] }
}

/// A part of what an event asked for that could not be done.
public struct PartPutAside {
  /// What it is, in words.
  let words: String
  /// What it says.
  let json: [UInt8]
  /// Where the event of the part stands in the followed log; nil where that is not known.
  let sequence: Position?
  let error: any Error

  /// A part that is to be put aside.
  public init(words: String, json: [UInt8], sequence: Position?, error: any Error) {
    (self.words, self.json, self.sequence, self.error) = (words, json, sequence, error)
  }
}
