internal import Foundation

/// What the measurements share.
enum Measuring {
  /// Of one call, in seconds of this thread's processor time: what else runs on the machine does not count.
  static func seconds(_ repeats: Int, _ body: () throws -> Void) rethrows -> Double {
    let start = threadNanoseconds()
    for _ in 0..<repeats { try body() }
    return Double(threadNanoseconds() - start) / 1e9 / Double(repeats)
  }

  private static func threadNanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  static func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  /// The value of `--runs`.
  static func runs(_ word: String?) throws -> Int {
    guard let word, let runs = Int(word), runs > 0 else {
      throw UsageError(message: "--runs needs a number above 0")
    }
    return runs
  }

  /// The first column is aligned to the left, the others to the right.
  static func row(_ columns: [String], widths: [Int]) -> String {
    zip(columns, widths).enumerated().map { index, column in
      let padding = String(repeating: " ", count: max(0, column.1 - column.0.count))
      return index == 0 ? column.0 + padding : padding + column.0
    }.joined(separator: "  ")
  }
}
