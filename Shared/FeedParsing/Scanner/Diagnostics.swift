internal import Castwire

/// What was found wrong in a document. It is bounded, whatever the document holds: the first few of each kind are kept.
struct Diagnostics {
  /// How many of one kind are reported of a feed.
  static let limitOfKind = 5

  private let limit: Int
  private var found: [(code: StaticString, message: String, offset: Int?)] = []
  /// How often each kind was found. There are few, so that a search from the start is the fastest.
  private var counts: [(code: StaticString, count: Int, isAtLeast: Bool)] = []
  /// How many defects were found, reported or not.
  private(set) var count = 0

  /// - Parameter limitOfKind: how many of one kind are reported.
  init(limitOfKind: Int = Diagnostics.limitOfKind) {
    limit = limitOfKind
  }

  /// - Parameter offset: where in the document it stands; its line is worked out at the end, once for all.
  @inline(never)
  mutating func report(_ code: StaticString, at offset: Int?, _ message: @autoclosure () -> String) {
    count += 1
    let index = index(of: code)
    let earlier = counts[index].count
    counts[index].count += 1
    if earlier < limit { found.append((code, message(), offset)) }
  }

  /// Reports as `report` does, but a kind at most once for a document.
  @inline(never)
  mutating func reportOnce(_ code: StaticString, at offset: Int?, _ message: @autoclosure () -> String) {
    if counts[index(of: code)].count == 0 { report(code, at: offset, message()) }
  }

  /// Reports as `report` does what may be come upon more than once: the same at the same place is one defect.
  @inline(never)
  mutating func reportAgain(_ code: StaticString, at offset: Int, _ message: @autoclosure () -> String) {
    for entry in found where entry.offset == offset && Diagnostics.same(entry.code, code) { return }
    let index = index(of: code)
    // Past the limit nobody knows any more which ones were counted.
    if counts[index].count >= limit { counts[index].isAtLeast = true }
    report(code, at: offset, message())
  }

  private mutating func index(of code: StaticString) -> Int {
    for (index, entry) in counts.enumerated() where Diagnostics.same(entry.code, code) { return index }
    counts.append((code, 0, false))
    return counts.count - 1
  }

  private static func same(_ first: StaticString, _ second: StaticString) -> Bool {
    first.utf8CodeUnitCount == second.utf8CodeUnitCount
      && (0..<first.utf8CodeUnitCount).allSatisfy { first.utf8Start[$0] == second.utf8Start[$0] }
  }

  /// The diagnostics in document order, with lines counted from 1; kinds that were cut short say so at the end.
  func list(in document: ByteView) -> [FeedDiagnostic] {
    var result: [FeedDiagnostic] = []
    var (line, position) = (1, 0)
    for entry in found.sorted(by: { ($0.offset ?? .max) < ($1.offset ?? .max) }) {
      if let offset = entry.offset {
        while let feed = document.firstIndex(of: 0x0a, from: position), feed < offset {
          (line, position) = (line + 1, feed + 1)
        }
      }
      let shown = entry.offset == nil ? nil : line
      result.append(FeedDiagnostic(code: entry.code.description, message: entry.message, line: shown))
    }
    for (code, count, isAtLeast) in counts where count > limit {
      let more = isAtLeast ? "more" : "\(count - limit) more"
      result.append(FeedDiagnostic(code: code.description, message: "and \(more) of this kind"))
    }
    return result
  }
}
