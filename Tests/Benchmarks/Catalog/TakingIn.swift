internal import CastwireBus
internal import Foundation

/// How a catalog takes in a log, watched from outside.
struct TakingIn {
  /// When how much had been taken in.
  private var samples: [(time: ContinuousClock.Instant, cursor: UInt64)] = []
  private let events: UInt64
  private var times: (before: CatalogProcess.Times, after: CatalogProcess.Times)?

  /// How many events of the log there are.
  init(events: Int) {
    self.events = UInt64(events)
  }

  /// Waits until all is taken in.
  mutating func watch(_ catalog: CatalogProcess) throws {
    // It may have begun before it answers the first question.
    samples = [(.now, 0)]
    let start = try catalog.times
    times = (start, start)
    while true {
      let cursor = try catalog.status().peers.first?.cursor.rawValue ?? 0
      // The last moment at which nothing was there is the first of the work.
      if cursor == 0 {
        samples = [(.now, 0)]
        times = (try catalog.times, try catalog.times)
      } else {
        samples.append((.now, cursor))
      }
      if cursor >= events { break }
      guard let last = samples.first, ContinuousClock.now - last.time < .seconds(3_600) else {
        throw BenchmarkError(message: "\(cursor) of \(events) events are taken in after an hour")
      }
      usleep(20_000)
    }
    times?.after = try catalog.times
  }

  /// Events a second, by the clock.
  var rate: Double {
    rate(from: 0, to: events)
  }

  /// Of each 100,000 in turn.
  var rates: [Double] {
    stride(from: 0, to: events / 100_000 * 100_000, by: 100_000).map { rate(from: $0, to: $0 + 100_000) }
  }

  /// Microseconds of the processor for an event.
  var cost: (line: Double, others: Double) {
    guard let times else { return (0, 0) }
    let difference = times.after - times.before
    return (difference.line / Double(events) * 1e6, difference.others / Double(events) * 1e6)
  }

  private func rate(from: UInt64, to: UInt64) -> Double {
    Double(to - from) / max(second(to) - second(from), 1e-9)
  }

  /// When so many had been taken in, on a line between the samples.
  private func second(_ cursor: UInt64) -> Double {
    guard let first = samples.first, let after = samples.firstIndex(where: { $0.cursor >= cursor }) else { return 0 }
    let (time, reached) = samples[after]
    let seconds = (time - first.time) / .seconds(1)
    guard after > 0, reached > samples[after - 1].cursor else { return seconds }
    let before = (samples[after - 1].time - first.time) / .seconds(1)
    let part = Double(cursor - samples[after - 1].cursor) / Double(reached - samples[after - 1].cursor)
    return before + part * (seconds - before)
  }
}
