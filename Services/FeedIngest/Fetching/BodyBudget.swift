import Synchronization

/// How many bytes of bodies may be in memory: those that are arriving, and those that arrived and were not yet read.
///
/// What would be too much waits: its transfer pauses. Where nothing is there to be read, one transfer at a time may go on
/// all the same, since else many that have each a part of their body would wait for each other for ever.
final class BodyBudget: Sendable {
  private struct State {
    var used = 0
    /// How many bodies are whole and still in memory: each will be read, and then there is room.
    var wholeCount = 0
    /// The transfer that may go past the limit.
    var exempt: ObjectIdentifier?
    /// Somebody was refused, and is to be told when there is room.
    var isWaitedFor = false

    var canExempt: Bool { exempt == nil && wholeCount == 0 }
  }

  private let limit: Int
  private let state = Mutex(State())
  private let whenItChanges: @Sendable () -> Void
  private let whenThereIsRoom: @Sendable () -> Void

  /// - Parameters:
  ///   - whenItChanges: called on any thread after `used` has changed.
  ///   - whenThereIsRoom: called on any thread after bytes were refused, once it is worth trying again.
  init(
    limit: Int, whenItChanges: @escaping @Sendable () -> Void = {}, whenThereIsRoom: @escaping @Sendable () -> Void
  ) {
    self.limit = limit
    self.whenItChanges = whenItChanges
    self.whenThereIsRoom = whenThereIsRoom
  }

  /// How many bytes of bodies are in memory.
  var used: Int { state.withLock { $0.used } }

  /// Whether something new may begin; if not, it is told when.
  func hasRoom() -> Bool {
    state.withLock { state in
      if state.used < limit { return true }
      state.isWaitedFor = true
      return false
    }
  }

  /// Whether one that waits may try again; if not, it is told when.
  func hasRoomForWaiting() -> Bool {
    state.withLock { state in
      if state.used < limit || state.canExempt { return true }
      state.isWaitedFor = true
      return false
    }
  }

  fileprivate func add(_ count: Int) {
    state.withLock { $0.used += count }
    whenItChanges()
  }

  /// Nobody can have been refused for what was taken only a moment before, so nobody is told.
  fileprivate func giveBack(_ count: Int) {
    state.withLock { $0.used -= count }
    whenItChanges()
  }

  fileprivate func take(_ count: Int, for hold: BodyHold) -> Bool {
    let isTaken = state.withLock { state in
      if state.used + count > limit, state.exempt != ObjectIdentifier(hold) {
        guard state.canExempt else {
          state.isWaitedFor = true
          return false
        }
        state.exempt = ObjectIdentifier(hold)
      }
      state.used += count
      return true
    }
    if isTaken { whenItChanges() }
    return isTaken
  }

  fileprivate func becomesWhole(_ hold: BodyHold) {
    tellIfAwaited { state in
      state.wholeCount += 1
      guard state.exempt == ObjectIdentifier(hold) else { return false }
      state.exempt = nil
      return true
    }
  }

  fileprivate func release(_ count: Int, of hold: ObjectIdentifier, isWhole: Bool) {
    tellIfAwaited { state in
      state.used -= count
      if isWhole { state.wholeCount -= 1 }
      if state.exempt == hold { state.exempt = nil }
      return true
    }
    whenItChanges()
  }

  /// - Parameter change: returns whether it may have made room.
  private func tellIfAwaited(_ change: (inout State) -> Bool) {
    let isAwaited = state.withLock { state in
      guard change(&state), state.isWaitedFor else { return false }
      state.isWaitedFor = false
      return true
    }
    if isAwaited { whenThereIsRoom() }
  }
}

/// One body's share of the budget, given back when the last who needs the body lets go of it.
final class BodyHold: Sendable, Hashable {
  private let budget: BodyBudget
  private let count = Atomic<Int>(0)
  private let isWhole = Atomic<Bool>(false)

  init(_ budget: BodyBudget) {
    self.budget = budget
  }

  deinit {
    budget.release(
      count.load(ordering: .relaxed), of: ObjectIdentifier(self), isWhole: isWhole.load(ordering: .relaxed))
  }

  /// Takes bytes that have arrived into the budget; false if they have to wait.
  func take(_ count: Int) -> Bool {
    guard budget.take(count, for: self) else { return false }
    self.count.add(count, ordering: .relaxed)
    return true
  }

  /// Gives back what was taken just before and was not needed.
  func giveBack(_ count: Int) {
    guard count > 0 else { return }
    budget.giveBack(count)
    self.count.subtract(count, ordering: .relaxed)
  }

  /// Takes bytes that are in memory already.
  func takeAnyway(_ count: Int) {
    budget.add(count)
    self.count.add(count, ordering: .relaxed)
  }

  /// The body is whole, and will be read: once.
  func becomeWhole() {
    isWhole.store(true, ordering: .relaxed)
    budget.becomesWhole(self)
  }

  static func == (first: BodyHold, second: BodyHold) -> Bool { first === second }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
