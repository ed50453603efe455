import TestSupport
import Testing

@testable import CastwireBus

@Suite(.timeLimit(.minutes(5)))
struct DeliveryBatchesTests {
  private func checkpoint(_ sequence: UInt64, log: String = "log-a", isStartingOver: Bool = false) -> Checkpoint {
    Checkpoint(
      cursor: Cursor(log: log, sequence: Position(sequence), time: DrivenService.time(sequence)),
      isStartingOver: isStartingOver, family: "")
  }

  @Test func `the whole state comes between its two ends, then live events, each with its place`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service)
    let bad = Array("{}".utf8)
    try await service.answerReplay(with: service.page([service.event(1), bad], to: 2, head: 3, more: true))
    try await service.answerReplay(with: service.page([service.event(3)], to: 3))
    #expect(await loop.says(["startsOver", "1", "malformed", "3", "completes"]))
    try await service.waitForSubscriber()
    try service.publish(4)
    #expect(await loop.says(["startsOver", "1", "malformed", "3", "completes", "4"]))
    #expect(
      loop.state.withLock { $0.checkpoints } == [checkpoint(2, isStartingOver: true), checkpoint(3), checkpoint(4)])
  }

  @Test func `another log starts over, and that goes on after a restart until it completes`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service, from: checkpoint(6).start)
    #expect(try await service.answerReplay(with: service.page([service.event(7)], to: 7)).after == Position(6))
    // Before it is live, what it hears of another log says nothing.
    #expect(await loop.says(["7"]))
    try await service.waitForSubscriber()
    service.log = "log-b"
    try service.publishHead(2)
    #expect(try await service.answerReplay(with: service.truncated).after == Position(7))
    let first = service.page([service.event(1)], to: 1, head: 2, more: true)
    #expect(try await service.answerReplay(with: first).after == Position(0))
    // What it asks for in advance stays without an answer.
    _ = try await service.request()
    #expect(await loop.says(["7", "startsOver", "1"]))
    loop.cancel()
    #expect(await loop.outcome() == "ended")
    let stored = try #require(loop.state.withLock { $0.checkpoints.last })
    #expect(stored == checkpoint(1, log: "log-b", isStartingOver: true))

    let second = SourceLoop(service, from: stored.start)
    let asked = try await service.answerReplay(with: service.page([service.event(2)], to: 2))
    #expect(asked.after == Position(1) && asked.log == "log-b")
    #expect(await second.says(["2", "completes"]))
    #expect(second.state.withLock { $0.checkpoints } == [checkpoint(2, log: "log-b")])
  }

  @Test func `who begins at the head is given no history, and no state that would have to be whole`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service, from: .head)
    try await service.answerReplay(with: service.page([service.event(1)], to: 1, head: 9, more: true))
    #expect(try await service.answerReplay(with: service.page(to: 9)).after == Position(9))
    try await service.waitForSubscriber()
    try service.publish(10)
    #expect(await loop.says(["10"]))
    #expect(loop.state.withLock { $0.checkpoints } == [checkpoint(9), checkpoint(10)])
  }

  @Test func `a loop that takes its time fills no memory: the service is asked for no more than is wanted`()
    async throws
  {
    let service = try DrivenService()
    let opened = Monitor(false)
    let loop = SourceLoop(service) { _ in _ = await opened.wait { $0 } }
    // One page is with the loop, one waits for it, one is under way.
    for number in 1...3 {
      let number = UInt64(number)
      try await service.answerReplay(with: service.page([service.event(number)], to: number, head: 9, more: true))
    }
    #expect(await loop.says(["startsOver", "1"]))
    try Poller.wait(for: [service.responder.pollItem], milliseconds: 500)
    #expect(try service.responder.receive() == nil)
    opened.withLock { $0 = true }
    for number in 4...9 {
      let number = UInt64(number)
      try await service.answerReplay(with: service.page([service.event(number)], to: number, head: 9, more: number < 9))
    }
    #expect(await loop.says(["startsOver"] + (1...9).map(String.init) + ["completes"]))
  }

  @Test func `a cancelled loop ends and lets go of its sockets`() async throws {
    let service = try DrivenService()
    weak var kept: Context?
    try await {
      let context = Context()
      kept = context
      let loop = SourceLoop(service, context: context)
      try await service.answerReplay(with: service.page([service.event(1)], to: 1))
      #expect(await loop.says(["startsOver", "1", "completes"]))
      loop.cancel()
      #expect(await loop.outcome() == "ended")
    }()
    let end = ContinuousClock.now + .seconds(60)
    // The context goes with its last socket.
    while kept != nil, ContinuousClock.now < end {
      try Poller.wait(for: [], milliseconds: 5)
      await Task.yield()
    }
    #expect(kept == nil)
  }

  @Test func `a loop that is left lets go of its sockets`() async throws {
    let service = try DrivenService()
    weak var kept: Context?
    try await {
      let context = Context()
      kept = context
      let source = EventSource(context: context, endpoints: service.endpoints, scope: .wholeLog) { _ in }
      let first = Task {
        for try await batch in source.batches(from: .beginning) { return batch.deliveries.count }
        return 0
      }
      try await service.answerReplay(with: service.page(to: 0))
      #expect(try await first.value == 2)
    }()
    let end = ContinuousClock.now + .seconds(60)
    while kept != nil, ContinuousClock.now < end {
      try Poller.wait(for: [], milliseconds: 5)
      await Task.yield()
    }
    #expect(kept == nil)
  }

  @Test func `a task that was cancelled before it asked gets nothing`() async throws {
    let service = try DrivenService()
    let source = EventSource(context: Context(), endpoints: service.endpoints, scope: .wholeLog) { _ in }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      for try await _ in source.batches(from: .beginning) { return false }
      return true
    }
    #expect(try await task.value)
  }

  @Test func `what is wrong is told once while the loop waits, and that it is well again`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service)
    let refusal = Reply.error(RequestError(.unavailable, "the disk is full"))
    for _ in 0..<2 { try await service.answerReplay(with: refusal, lettingTimePassFor: loop) }
    try await service.answerReplay(with: service.page(to: 0), lettingTimePassFor: loop)
    #expect(await loop.says(["startsOver", "completes"]))
    let troubles = loop.state.withLock { $0.troubles }
    #expect(troubles.count == 2 && troubles.first??.contains("the disk is full") == true && troubles.last == .some(nil))
  }

  @Test func `an endpoint that is none ends the loop with an error`() async throws {
    let source = EventSource(
      context: Context(), endpoints: .init(events: "nowhere", requests: "nowhere"), scope: .wholeLog
    ) { _ in }
    await #expect(throws: BusError.self) {
      for try await _ in source.batches(from: .beginning) {}
    }
  }
}
