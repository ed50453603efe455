import TestSupport
import Testing

@testable import CastwireBus

@Suite(.timeLimit(.minutes(5)))
struct DeliveriesTests {
  private struct Full: Error {}

  private static func place(_ sequence: UInt64, isStartingOver: Bool = false) -> Checkpoint {
    Checkpoint(
      cursor: Cursor(log: "log-a", sequence: Position(sequence), time: DrivenService.time(sequence)),
      isStartingOver: isStartingOver, family: "")
  }

  @Test(arguments: [("2", false), ("completes", true)])
  func `a batch is stored once its last delivery is done, and not before`(last: String, isStored: Bool) async throws {
    let service = try DrivenService()
    let stored = Monitor(Checkpoint?.none)
    let cursors = CursorClosures(load: { stored.withLock { $0 } }, save: { new in stored.withLock { $0 = new } })
    let loop = SourceLoop(service, cursors: cursors) { word in
      if word == last { withUnsafeCurrentTask { $0?.cancel() } }
    }
    try await service.answerReplay(with: service.page([service.event(1), service.event(2)], to: 2))
    #expect(await loop.outcome() == "ended")
    #expect(loop.words.last == last)
    #expect(stored.withLock { $0 } == (isStored ? Self.place(2) : nil))
  }

  @Test func `a loop goes on from what is stored, and stores nothing twice`() async throws {
    let service = try DrivenService()
    let stored = Monitor([Self.place(2, isStartingOver: true)])
    let cursors = CursorClosures(
      load: { stored.withLock { $0.last } }, save: { new in stored.withLock { $0.append(new) } })
    let loop = SourceLoop(service, cursors: cursors)
    // The service itself has not caught up: it is asked again, and where it stands is stored already.
    #expect(try await service.answerReplay(with: service.page(to: 2, complete: false)).after == Position(2))
    try await service.answerReplay(with: service.page(to: 2), lettingTimePassFor: loop)
    #expect(await loop.says(["completes"]))
    #expect(await stored.wait { $0.count > 1 })
    #expect(stored.withLock { $0 } == [Self.place(2, isStartingOver: true), Self.place(2)])
  }

  @Test func `a place that cannot be stored ends the loop with why`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service, cursors: CursorClosures(load: { nil }, save: { _ in throw Full() }))
    try await service.answerReplay(with: service.page([service.event(1)], to: 1))
    #expect(await loop.outcome() == "Full()")
    #expect(loop.words == ["startsOver", "1", "completes"])
  }

  @Test func `a place that cannot be read ends the loop before it hears anything`() async throws {
    let service = try DrivenService()
    let loop = SourceLoop(service, cursors: CursorClosures(load: { throw Full() }, save: { _ in }))
    #expect(await loop.outcome() == "Full()")
    #expect(loop.words == [])
  }

  @Test func `a place in another family ends the loop before it hears anything`() async throws {
    let service = try DrivenService()
    let place = Checkpoint(cursor: Self.place(2).cursor, isStartingOver: false, family: "podcast")
    let loop = SourceLoop(service, cursors: CursorClosures(load: { place }, save: { _ in }))
    let words =
      "the place that is stored is of the family 'podcast', not of the whole log: give each a store of its own"
    #expect(await loop.outcome() == words)
    #expect(loop.words == [])
  }
}
