internal import CastwireBus
internal import Runtime
internal import ServiceLoop

/// The program `catalog`.
public enum CatalogProgram {
  /// Does what the command line says and ends the process.
  public static func main() -> Never {
    let program = ServiceProgram(
      name: "catalog",
      about: """
        Keeps what feeds ever published: follows feed-ingest's events, decides which episode an item is and what of it
        changed, publishes podcast and episode events, and answers queries.
        """,
      port: 5711,
      options: [
        Option(
          "feed-ingest", .one("HOST:PORT"), environment: "CASTWIRE_FEED_INGEST",
          help: "where feed-ingest publishes (default 127.0.0.1:5701)")
      ],
      tables: ServiceTables(migrations: [CatalogStore.migrations], check: StoreCheck.run, rebuild: CatalogRebuild.run),
      withoutBackup:
        "move it away: the catalog is made anew from feed-ingest's log, without what feeds have dropped since")
    program.main { arguments, environment, journal, signals in
      let configuration = try ServiceConfiguration(
        name: "catalog", arguments: arguments, port: 5711, upstream: (option: "feed-ingest", port: 5701),
        environment: environment)
      let search = SearchWorker(
        catalogPath: configuration.databasePath, service: configuration.name, journal: journal)
      defer { search.stop(patience: 0.05) }
      let loop = try ServiceLoop(
        configuration, journal: journal, signals: signals,
        makeReader: { database, log in
          try CatalogQueries(store: CatalogStore(database: database), log: log, search: SearchIndex(search))
        },
        makeHandler: { database, log in
          try CatalogService(store: CatalogStore(database: database), log: log, search: search)
        })
      try loop.run()
    }
  }
}
