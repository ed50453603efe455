import CastwireBus
import Foundation

/// A subscriber that misses nothing and says nothing twice: it keeps an archive of the catalog's episodes, and prints what
/// is news in it, a line each.
@main
enum SubscriberExample {
  static func main() async {
    do {
      if CommandLine.arguments.contains("--help") { return print(UsageError().description) }
      let options = try Options(CommandLine.arguments.dropFirst())
      let archive = try Archive(path: options.database)
      let catalog = EventSource(
        context: Context(keys: try options.keys.map { try KeyFile(path: $0) }),
        endpoints: .init(events: options.events, requests: options.requests), service: "catalog",
        scope: .family("episode"), consumer: "archive",
        onTrouble: { trouble in say(words(of: trouble)) })
      for try await batch in catalog.batches(from: try archive.start()) {
        for line in try archive.apply(batch) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
      }
    } catch let error as UsageError {
      say("\(error)")
      exit(2)
    } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func words(of trouble: String?) -> String {
    guard let trouble else { return "all is well again" }
    return trouble.hasPrefix("cannot reach") ? "\(trouble); start it with script/server" : trouble
  }

  private static func say(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

struct Options {
  var events = "tcp://127.0.0.1:5711"
  var requests = "tcp://127.0.0.1:5712"
  var database = "archive.sqlite"
  var keys: String?

  init(_ arguments: some Sequence<String>) throws {
    var words = arguments.makeIterator()
    while let name = words.next() {
      guard let value = words.next() else { throw UsageError() }
      switch name {
      case "--events": events = value
      case "--requests": requests = value
      case "--database": database = value
      case "--keys": keys = value
      default: throw UsageError()
      }
    }
  }
}

struct UsageError: Error, CustomStringConvertible {
  let description = """
    usage: subscriber-example [--events tcp://HOST:PORT] [--requests tcp://HOST:PORT] [--database FILE] [--keys FILE.key]
    """
}
