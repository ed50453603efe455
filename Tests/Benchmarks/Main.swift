internal import Foundation

/// `castwire-bench`: how fast the parts of Castwire are on this machine, each beside a yardstick in the same run.
@main
enum Main {
  private static let usage = """
    usage: castwire-bench parse [--runs N] [FILE ...]
           castwire-bench log [--events N] [--folder DIR]
           castwire-bench bus [--events N] [--seconds S] [--folder DIR]
           castwire-bench code [--runs N]
           castwire-bench stop [--runs N]
           castwire-bench crawl [--runs N] [--feeds N]
           castwire-bench generate podcast|escaped|small
           castwire-bench catalog [--events N] [--size 780|4300] [--folder DIR]
           castwire-bench cells [--runs N] [--cells N] [episodes] [videos] [titles]

    parse     MB/s of the whole parse to items beside libxml2's bare SAX pass over the same bytes, for a generated
              podcast of 5,000 items or the files given, and small feeds per second
    log       events of 780 bytes appended a second, in batches of 100 and 500, beside plain SQLite; then, with 1 GiB
              (or N events) in the log, the longest time for which a step of compaction holds its service up, idle and
              while 100 events at a time are appended. Files lie in DIR, which is the present folder unless it is given
    bus       events of 780 bytes published a second, committed with synchronous=FULL, beside plain SQLite appends and
              bare libzmq; replayed a second beside bare libzmq; the delay from an append to a consumer's commit at
              1,000 a second, with and without CURVE. Figures by the clock: nothing else should run on the machine
    code      µs to decode and to encode typical events beside Foundation's coders over the same values
    stop      ms from SIGTERM to the end of each service and of castwire up, idle and in the middle of an import; it fails
              where one takes more than the 2 s that are promised. The programs lie beside this one
    crawl     polls a second of feed-ingest over 10,000 (or N) feeds that have not changed and a tenth as many that have,
              with the processor's time for each and the most memory; the feeds are served by this process
    catalog   events a second that the catalog takes in: 1,000,000 (or N) items of 780 bytes (or 4,300) and their envelopes,
              in podcasts of 500; its memory, its files, its start, pages and searches over all of it, beside plain SQLite
              with the same rows. Files lie in DIR, which is the present folder unless it is given, and take 6 kB for an
              item of 780 bytes and 20 kB for one of 4,300
    generate  writes the generated feed to standard output
    cells     cells made a second from a sample of 100,000 (or N) episodes and videos, what is kept meanwhile, and beside
              them Foundation's formatters; and titles laid out a second, a fifth as many, beside HarfBuzz alone
    """

  static func main() async {
    var arguments = CommandLine.arguments.dropFirst()
    do {
      switch arguments.popFirst() {
      case "parse": try ParseBenchmark(arguments: Array(arguments)).run()
      case "log": try LogBenchmark(arguments: Array(arguments)).run()
      case "bus": try BusBenchmark(arguments: Array(arguments)).run()
      case "code": try CodeBenchmark(arguments: Array(arguments)).run()
      case "stop": try await StopBenchmark(arguments: Array(arguments)).run()
      case "crawl": try CrawlBenchmark(arguments: Array(arguments)).run()
      case "catalog": try CatalogBenchmark(arguments: Array(arguments)).run()
      case "generate": try generate(arguments.popFirst())
      case "cells": try CellBenchmark(arguments: Array(arguments)).run()
      default: throw UsageError(message: "say what to measure")
      }
    } catch let error as UsageError {
      fail("\(error.message)\n\(usage)", status: 2)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func generate(_ name: String?) throws {
    guard let name, let feed = GeneratedFeed(rawValue: name) else {
      throw UsageError(
        message: "generate needs one of \(GeneratedFeed.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    FileHandle.standardOutput.write(Data(feed.bytes))
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("castwire-bench: \(message)\n".utf8))
    exit(status)
  }
}

/// What was wrong with the arguments.
struct UsageError: Error {
  let message: String
}
