internal import Foundation

/// `castwire-bench`: how fast the parts of Castwire are on this machine, each beside a yardstick in the same run.
@main
enum Main {
  private static let usage = """
    usage: castwire-bench parse [--runs N] [FILE ...]
           castwire-bench code [--runs N]
           castwire-bench generate podcast|escaped|small

    parse     MB/s of the whole parse to items beside libxml2's bare SAX pass over the same bytes, for a generated
              podcast of 5,000 items or the files given, and small feeds per second
    code      µs to decode and to encode typical events beside Foundation's coders over the same values
    generate  writes the generated feed to standard output
    """

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    do {
      switch arguments.popFirst() {
      case "parse": try ParseBenchmark(arguments: Array(arguments)).run()
      case "code": try CodeBenchmark(arguments: Array(arguments)).run()
      case "generate": try generate(arguments.popFirst())
      default: throw UsageError(message: "say what to measure")
      }
    } catch let error as UsageError {
      fail("\(error.message)\n\(usage)", status: 2)
    } catch {
      fail(error.localizedDescription, status: 1)
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
