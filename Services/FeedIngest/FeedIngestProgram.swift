internal import Castwire
internal import Foundation
internal import Runtime
internal import ServiceLoop

/// The program `feed-ingest`.
public enum FeedIngestProgram {
  /// Does what the command line says and ends the process.
  public static func main() -> Never {
    let program = ServiceProgram(
      name: "feed-ingest",
      about: """
        Follows feeds: fetches them when they are due, reads them and publishes what is new or different in them.
        'parse' reads feed files and prints each as one line of JSON.
        """,
      port: 5701,
      options: [
        Option(
          "feeds", .one("FILE.opml"), environment: "CASTWIRE_FEEDS", help: "follow the feeds of this OPML file, too"),
        Option("allow-private", help: "fetch from private and loopback addresses, too"),
        Option("allow-file", help: "read file: URLs, too"),
      ],
      tables: ServiceTables(
        migrations: [FeedStore.migrations, ItemStore.migrations], check: FeedStore.check),
      withoutBackup: "move it away and follow the feeds anew, with 'castwire import' of a list that you have",
      commands: [
        ServiceProgram.Command(
          "parse", form: "parse [--content-type T] [--base-url U] [FILE ...]", run: ParseCommand.run(arguments:))
      ])
    program.main(run: run)
  }

  private static func run(
    _ arguments: Arguments, _ environment: [String: String], _ journal: Log, _ signals: Signals
  ) throws {
    let configuration = try ServiceConfiguration(
      name: "feed-ingest", arguments: arguments, port: 5701, environment: environment)
    let opml = try arguments.value("feeds").map(read)
    var fetching = Fetcher.Configuration(version: Version.current)
    fetching.allowsPrivate = arguments.flag("allow-private")
    fetching.allowsFiles = arguments.flag("allow-file")
    let crawler = try Crawler(configuration: fetching)
    defer { crawler.stop() }
    let loop = try ServiceLoop(
      configuration, journal: journal, signals: signals,
      makeReader: { database, _ in FeedQueries(feeds: try FeedStore(database: database)) },
      makeHandler: { database, log in
        try FeedIngestService(database: database, log: log, crawler: crawler, journal: journal)
      })
    if let opml {
      try loop.prepare { service in
        let result = try service.follow(opml: opml)
        for problem in result.problems { journal.warning("\(arguments.value("feeds") ?? ""): \(problem)") }
        journal.info("feeds are imported", ["followed": "\(result.followed)", "known": "\(result.known)"])
      }
    }
    try loop.run()
  }

  private static func read(_ path: String) throws(UsageError) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw UsageError("--feeds: \(UnreadableFile(path, error))", saysWhatToDo: true)
    }
  }
}
