import Testing

@testable import CastwireBus

/// A subscription to one family: gaps show by what was before in the family.
struct SubscriptionFamilyTests {
  private let scope = Subscription.Scope.family("episode")

  @Test func `events of other families between two do not make a gap`() throws {
    let drive = try Drive.live(at: 7, scope: scope)
    let service = drive.service
    try service.publish(8, family: "podcast")
    try service.publish(12, previous: 5)
    try service.publish(20, previous: 12)
    var taken: [UInt64] = []
    while taken.last != 20 { taken += try drive.batch().sequences }
    #expect(taken == [12, 20])
    #expect(drive.subscription.counters.gaps == 0)
  }

  @Test func `a missed event of the family is asked for, of this family alone`() throws {
    let drive = try Drive.live(at: 7, scope: scope)
    let service = drive.service
    try service.publish(20, previous: 12)
    let asked = try drive.answerReplay(
      with: service.page([service.event(12, previous: 5), service.event(20, previous: 12)], to: 25))
    #expect(asked.families == ["episode"] && asked.after == Position(7))
    let batch = try drive.batch()
    #expect(batch.sequences == [12, 20] && batch.cursor.sequence == Position(25))
  }

  @Test func `the family's own head decides`() throws {
    let drive = try Drive.live(at: 7, scope: scope)
    let service = drive.service
    try service.publishHead(30, heads: ["podcast": 30, "episode": 7])
    try service.publishHead(31, heads: ["podcast": 31])
    try service.publish(32, previous: 7)
    #expect(try drive.batch().sequences == [32])
    #expect(drive.subscription.counters.gaps == 0)
    try service.publishHead(40, heads: ["podcast": 30, "episode": 40])
    try drive.answerReplay(with: service.page([service.event(40, previous: 32)], to: 40))
    #expect(try drive.batch().sequences == [40])
  }

  @Test func `a family's words in a topic are not mistaken for another family`() throws {
    let drive = try Drive.live(at: 7, scope: scope)
    let service = drive.service
    try service.publish(8, previous: 0, family: "episodes")
    try service.publish(9, previous: 7)
    #expect(try drive.batch().sequences == [9])
  }
}
