internal import Castwire
internal import Foundation
internal import Runtime
internal import ServiceLoop
internal import TextLayout

/// The program `formatter`.
public enum FormatterProgram {
  /// Does what the command line says and ends the process.
  public static func main() -> Never {
    let program = ServiceProgram(
      name: "formatter",
      about: """
        Turns the catalog's episodes, videos and photos into cells, exactly as a list shows them, in each locale, publishes
        them, renews those whose words time changes, and answers requests for pages of them in any locale.
        """,
      port: 5721,
      options: [
        Option(
          "catalog", .one("HOST:PORT"), environment: "CASTWIRE_CATALOG",
          help: "where the catalog publishes (default 127.0.0.1:5711)"),
        Option(
          "locale", .many("LOCALE"), environment: "CASTWIRE_LOCALES",
          help: "publish cells in this locale, such as en_US; may be given more than once (default en_US)"),
        Option(
          "time-zone", .one("ZONE"), environment: "CASTWIRE_TIME_ZONE",
          help: "the time zone of dates, such as Europe/Berlin (default UTC)"),
        Option(
          "font", .many("FILE"), environment: "CASTWIRE_FONTS",
          help: "measure titles with this font first, then with those installed; may be given more than once"),
        Option(
          "renewal-rate", .one("CELLS"), environment: "CASTWIRE_RENEWAL_RATE",
          help:
            "renew at most so many stale cells a second, such as \"2 days ago\" (default \(Settings.usualRenewalRate))"),
      ],
      tables: ServiceTables(migrations: [CellStore.migrations], check: CellStore.check),
      withoutBackup: "move it away: all cells are made anew from the catalog's log")
    program.main { arguments, environment, journal, signals in
      let configuration = try ServiceConfiguration(
        name: "formatter", arguments: arguments, port: 5721, upstream: (option: "catalog", port: 5711),
        environment: environment)
      let settings = Settings(
        locales: try locales(arguments.all("locale")), timeZone: try timeZone(arguments.value("time-zone") ?? "UTC"),
        renewalRate: try arguments.integer("renewal-rate", in: 1...100_000) ?? Settings.usualRenewalRate,
        fonts: try fonts(arguments.all("font")),
        reportTextProblem: { journal.warning("a title's measure is not right", ["problem": "\($0)"]) })
      let loop = try ServiceLoop(
        configuration, journal: journal, signals: signals,
        makeReader: { database, log in
          CellQueries(store: try CellStore(database: database), log: log, settings: settings)
        },
        makeHandler: { database, log in
          try FormatterService(store: CellStore(database: database), log: log, settings: settings)
        })
      journal.info(
        "cells are made",
        [
          "locales": settings.locales.map(\.description).joined(separator: ","),
          "timeZone": arguments.value("time-zone") ?? "UTC",
        ])
      try loop.run()
    }
  }

  private static func locales(_ names: [String]) throws(UsageError) -> [LocaleName] {
    var locales: [LocaleName] = []
    for name in names.isEmpty ? ["en_US"] : names {
      do {
        let locale = try LocaleName(name)
        if !locales.contains(locale) { locales.append(locale) }
      } catch {
        throw UsageError("--locale: \(error)")
      }
    }
    return locales
  }

  private static func fonts(_ files: [String]) throws(UsageError) -> [String] {
    guard !files.isEmpty else { return [] }
    do {
      return try FontFiles(preferred: files, folders: []).paths
    } catch {
      throw UsageError("--font: \(error)")
    }
  }

  private static func timeZone(_ name: String) throws(UsageError) -> TimeZone {
    guard let zone = TimeZone(identifier: name) else {
      throw UsageError("--time-zone: unknown time zone '\(name)'; use a name such as Europe/Berlin or UTC")
    }
    return zone
  }
}
