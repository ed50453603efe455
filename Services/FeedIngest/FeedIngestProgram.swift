internal import Castwire
internal import FeedParsing
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
        Option(
          "poll-shortest", .one("MINUTES"), environment: "CASTWIRE_POLL_SHORTEST",
          help: "the shortest time between two polls of a feed (default 15)"),
        Option(
          "poll-longest", .one("MINUTES"), environment: "CASTWIRE_POLL_LONGEST",
          help: "the longest time between two polls of a feed that is well (default 1440)"),
        Option(
          "move-polls", .one("COUNT"), environment: "CASTWIRE_MOVE_POLLS",
          help: "believe that a feed has moved when so many polls have met it there (default 3)"),
        Option(
          "move-time", .one("HOURS"), environment: "CASTWIRE_MOVE_TIME",
          help: "and over so long at least (default 24)"),
        Option(
          "transfers", .one("COUNT"), environment: "CASTWIRE_TRANSFERS",
          help: "fetch at most so many feeds at once (default 64)"),
        Option(
          "transfers-per-host", .one("COUNT"), environment: "CASTWIRE_TRANSFERS_PER_HOST",
          help: "and at most so many from one host (default 2)"),
        Option(
          "push-callback", .one("URL"), environment: "CASTWIRE_PUSH_CALLBACK",
          help: "let hubs push to this address, which must lead to the gateway's /push/ (default: no push)"),
      ],
      tables: ServiceTables(migrations: FeedIngestService.migrations, check: FeedStore.check),
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
    let list = try arguments.value("feeds").map(read)
    var fetching = Fetcher.Configuration(version: Version.current)
    fetching.allowsPrivate = arguments.flag("allow-private")
    fetching.allowsFiles = arguments.flag("allow-file")
    fetching.maximumTransfers = try arguments.integer("transfers", in: 1...1_000) ?? fetching.maximumTransfers
    fetching.maximumTransfersPerHost =
      try arguments.integer("transfers-per-host", in: 1...100) ?? fetching.maximumTransfersPerHost
    let settings = try pollSettings(arguments)
    let crawler = try Crawler(configuration: fetching)
    defer { crawler.stop() }
    let loop = try ServiceLoop(
      configuration, journal: journal, signals: signals,
      makeReader: { database, _ in try FeedQueries(database: database) },
      makeHandler: { database, log in
        try FeedIngestService(
          database: database, log: log, crawler: crawler, settings: settings, journal: journal)
      })
    if let list { try follow(list, named: arguments.value("feeds") ?? "", loop, journal, signals) }
    try loop.run()
  }

  /// How many feeds are followed in one transaction, between which a signal ends the service.
  private static let feedsAtOnce = 500

  /// Follows the feeds of a list before the service begins. What was followed stays so, should it end meanwhile.
  private static func follow(
    _ list: OPML.Document, named name: String, _ loop: ServiceLoop<FeedIngestService>, _ journal: Log,
    _ signals: Signals
  ) throws {
    for problem in list.problems { journal.warning("\(name): \(problem.sentence)") }
    var (followed, known) = (0, 0)
    var rest = list.subscriptions[...]
    while !rest.isEmpty, !signals.isStopping {
      let part = rest.prefix(feedsAtOnce)
      rest = rest.dropFirst(feedsAtOnce)
      do {
        try loop.prepare { service in
          let result = try service.follow(part)
          for problem in result.problems { journal.warning("\(name): \(problem)") }
          (followed, known) = (followed + result.followed, known + result.known)
        }
      } catch is StoppingError {
        return
      }
    }
    journal.info("feeds are imported", ["followed": "\(followed)", "known": "\(known)"])
  }

  private static func pollSettings(_ arguments: Arguments) throws(UsageError) -> PollSettings {
    var settings = PollSettings()
    let minute: Int64 = 60_000
    if let shortest = try arguments.integer("poll-shortest", in: 1...1_440) {
      settings.schedule.shortest = Int64(shortest) * minute
    }
    if let longest = try arguments.integer("poll-longest", in: 1...10_080) {
      settings.schedule.longest = Int64(longest) * minute
    }
    guard settings.schedule.shortest <= settings.schedule.longest else {
      throw UsageError("--poll-shortest must not be longer than --poll-longest")
    }
    settings.moves.polls = try arguments.integer("move-polls", in: 1...100) ?? settings.moves.polls
    if let hours = try arguments.integer("move-time", in: 0...8_760) {
      settings.moves.time = Int64(hours) * 60 * minute
    }
    if let text = arguments.value("push-callback") {
      guard FetchURL.isFollowable(text), let url = try? FetchURL(text), url.credentials == nil,
        !url.address.contains("?")
      else {
        throw UsageError("--push-callback must be an http or https URL without user, password and query")
      }
      settings.pushCallback = url.address.hasSuffix("/") ? url.address : "\(url.address)/"
    }
    return settings
  }

  private static func read(_ path: String) throws(UsageError) -> OPML.Document {
    let opml: Data
    do {
      opml = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw UsageError("--feeds: \(UnreadableFile(path, error))", saysWhatToDo: true)
    }
    do {
      return try OPML.document(in: Array(opml))
    } catch {
      throw UsageError("--feeds: \(path) is no OPML: \(error.message)", saysWhatToDo: true)
    }
  }
}
