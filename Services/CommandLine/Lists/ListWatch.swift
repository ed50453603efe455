internal import Castwire
internal import CastwireBus
internal import Foundation
internal import Runtime

/// Keeps a list as it is: the formatter's events say when it may have changed, and the formatter's list how it is then.
///
/// So items come in at their place in the formatter's order, in any locale, and nothing is missed that a gap in the
/// events has a replay for.
final class ListWatch {
  /// The list is not asked for more often, and no more than a third of the time is spent with it.
  private static let leastPause: Duration = .milliseconds(100)
  /// How soon a formatter that did not answer is asked again.
  private static let pauseAfterTrouble: Duration = .seconds(1)

  private struct Outcome: Sendable {
    let answer: Result<ListQuery.Answer, any Error>
    let duration: Duration
  }

  private let query: ListQuery
  private let view: any ListView
  private let errors: Output
  private let signals: Signals
  private let events: EventStream
  private let outcomes: Mailbox<Outcome>
  private let clock = ContinuousClock()
  private var answer: ListQuery.Answer?
  private var wasLive = false
  private var isWanted = false
  private var isAsking = false
  private var notBefore: ContinuousClock.Instant
  private var trouble: String?
  private var toldTrouble: String?

  init(_ query: ListQuery, view: any ListView, _ invocation: Invocation) throws {
    let formatter = query.formatter
    guard TCPProbe.isListening(host: formatter.host, port: formatter.port + 1) else { throw formatter.notRunning }
    self.query = query
    self.view = view
    errors = invocation.errors
    signals = try Signals()
    events = try EventStream(formatter, context: query.context, start: .head)
    outcomes = try Mailbox()
    notBefore = clock.now
  }

  /// Shows the list until SIGINT, SIGTERM, or nobody watches it any more.
  func run() throws {
    do {
      try view.begin()
      while !signals.isStopping, !view.isClosed {
        try takeEvents()
        try takeOutcomes()
        askIfDue()
        let trouble = events.subscription.trouble ?? self.trouble
        tell(trouble)
        try view.turn(trouble: trouble)
        try EventStream.wait(
          for: [events], descriptors: [signals.descriptor, outcomes.descriptor] + view.descriptors,
          atMost: isWanted && !isAsking ? max(.zero, notBefore - clock.now) : .seconds(1))
      }
    } catch {
      // What went wrong first is what is told.
      try? view.end()
      throw error
    }
    try view.end()
  }

  private func takeEvents() throws {
    while let batch = try events.next() {
      if batch.startsOver {
        // The list is read as a whole anyway.
        try events.subscription.rewind(to: .head)
        isWanted = true
        break
      }
      if batch.events.contains(where: concerns) { isWanted = true }
    }
    // Events from before it is live are never seen: the list is asked for only now, and after each gap.
    if events.subscription.isLive, !wasLive { isWanted = true }
    wasLive = events.subscription.isLive
  }

  private func concerns(_ event: Event) -> Bool {
    struct Cell: Decodable { let kind: String? }
    guard event.familyAndVerb?.family == "cell", query.feed == nil || query.feed == event.partitionKey else {
      return false
    }
    // What cannot be read may concern it.
    return (try? event.decode(Cell.self))?.kind.map { $0 == query.kind.rawValue } ?? true
  }

  private func askIfDue() {
    guard isWanted, !isAsking, clock.now >= notBefore else { return }
    (isWanted, isAsking) = (false, true)
    let (query, outcomes, clock) = (query, outcomes, clock)
    let before = answer?.cells.map(\.id) ?? []
    let titles = answer?.titles ?? [:]
    // On a thread of its own: a formatter that hangs must not keep Ctrl-C from being heard.
    Thread.detachNewThread {
      let start = clock.now
      let answer = Result { try query.answer(before: before, titles: titles) }
      outcomes.put(Outcome(answer: answer, duration: clock.now - start))
    }
  }

  private func takeOutcomes() throws {
    for outcome in outcomes.takeAll() {
      isAsking = false
      switch outcome.answer {
      case .success(let answer):
        self.answer = answer
        trouble = nil
        notBefore = clock.now + max(Self.leastPause, outcome.duration * 2)
        try view.show(answer)
      case .failure(let error) where answer == nil:
        throw error
      case .failure(let error):
        trouble = "\(error)"
        isWanted = true
        notBefore = clock.now + Self.pauseAfterTrouble
      }
    }
  }

  /// Where the list is no whole screen, trouble is told on standard error, once.
  private func tell(_ trouble: String?) {
    guard !(view is ListScreen), trouble != toldTrouble else { return }
    toldTrouble = trouble
    if let trouble { errors.say(PrintableText.line(trouble)) }
  }
}
