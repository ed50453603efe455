internal import Dispatch
internal import Foundation

/// One for all: several would take the core from those who ask.
private let oneThread = DispatchQueue(label: "castwire.ahead")

/// What a function makes of each element of an array, made on another core while whoever asks for it does something with what
/// came before. It is asked for in order; where it is not made yet, it is made by who asks.
///
/// `@unchecked Sendable`: `state` is read and written only while `condition` is locked; `taken` is used by the one thread that
/// asks.
package final class MapAhead<Element: Sendable, Result: Sendable>: @unchecked Sendable {
  private struct State {
    /// The first share that nobody makes or has made.
    var next = 0
    /// Those that the other thread has made and nobody has taken yet.
    var made: [Int: [Result]] = [:]
  }

  /// So many elements are worth being handed to another core.
  private static var shareSize: Int { 32 }

  /// What it is made of.
  package let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let condition = NSCondition()
  private var state = State()
  private var taken: (share: Int, results: [Result])?

  /// - Parameter transform: takes some microseconds, and depends on the element alone.
  package init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
    self.elements = elements
    self.transform = transform
    // The first share is asked for at once.
    guard elements.count > Self.shareSize else { return }
    oneThread.async { [self] in
      while let share = begin() {
        let results = make(share)
        condition.withLock {
          state.made[share] = results
          condition.signal()
        }
      }
    }
  }

  /// What the function makes of an element.
  ///
  /// - Parameter index: the element's place in `elements`, none before the last one that was asked for.
  package subscript(index: Int) -> Result {
    let (share, place) = index.quotientAndRemainder(dividingBy: Self.shareSize)
    if let taken, taken.share == share { return taken.results[place] }
    let results = results(of: share)
    taken = (share, results)
    return results[place]
  }

  private func results(of share: Int) -> [Result] {
    let isMine = condition.withLock {
      guard state.next <= share else { return false }
      state.next = share + 1
      return true
    }
    if isMine { return make(share) }
    return condition.withLock {
      while true {
        if let results = state.made.removeValue(forKey: share) { return results }
        condition.wait()
      }
    }
  }

  private func begin() -> Int? {
    condition.withLock {
      let share = state.next
      guard share * Self.shareSize < elements.count else { return nil }
      state.next += 1
      return share
    }
  }

  private func make(_ share: Int) -> [Result] {
    let start = share * Self.shareSize
    return elements[start..<min(start + Self.shareSize, elements.count)].map(transform)
  }
}
