internal import Castwire
internal import FeedParsing
internal import Foundation

/// Measures the parser beside libxml2, taking turns within one run so that both meet the same machine.
struct ParseBenchmark {
  private var runs = 11
  private var files: [String] = []

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": runs = try Measuring.runs(rest.popFirst())
      case _ where argument.hasPrefix("-"): throw UsageError(message: "unknown option \(argument)")
      default: files.append(argument)
      }
    }
  }

  func run() throws {
    print(row("document", "size", "items", "parse", "libxml2", "ratio", "feeds/s"))
    guard files.isEmpty else {
      for file in files { measure(file, Array(try Data(contentsOf: URL(filePath: file)))) }
      return
    }
    for feed in GeneratedFeed.allCases { measure(feed.rawValue, feed.bytes) }
  }

  private func measure(_ name: String, _ bytes: [UInt8]) {
    let items: Int
    do {
      items = try FeedParser.parse(bytes).items.count
    } catch {
      print("\(name): \(error)")
      return
    }
    let isWellFormed = BareSAX.read(bytes)
    // Each turn takes some milliseconds at least, for a clock to be worth reading.
    let repeats = max(1, 2_000_000 / max(bytes.count, 1))
    var (parser, yardstick): ([Double], [Double]) = ([], [])
    for _ in 0..<runs {
      parser.append(secondsOfParsing(bytes, repeats))
      yardstick.append(Measuring.seconds(repeats) { _ = BareSAX.read(bytes) })
    }
    let (own, bare) = (Measuring.median(parser), Measuring.median(yardstick))
    let megabytes = Double(bytes.count) / 1e6
    print(
      row(
        name, String(format: "%.2f MB", megabytes), "\(items)", String(format: "%.0f MB/s", megabytes / own),
        isWellFormed ? String(format: "%.0f MB/s", megabytes / bare) : "refuses it",
        isWellFormed ? String(format: "%.2f", bare / own) : "", String(format: "%.0f", 1 / own)))
  }

  /// The items are let go of after the clock has stopped: what they are for would come between.
  private func secondsOfParsing(_ bytes: [UInt8], _ repeats: Int) -> Double {
    var feeds: [ParsedFeed?] = []
    feeds.reserveCapacity(repeats)
    let result = Measuring.seconds(repeats) { feeds.append(try? FeedParser.parse(bytes)) }
    feeds = []
    // The allocator puts off a part of that until something large is asked for.
    free(malloc(1 << 16))
    return result
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [28, 10, 8, 10, 10, 6, 8])
  }
}
