import Castwire
import CastwireBus
import Storage

/// The comparison of all that is left of a run.
struct Audit {
  let installation: Installation
  let host: FeedHost
  let feedCount: Int

  func run() throws -> [Findings] {
    var all: [Findings] = []
    var logs: [ServiceName: CommittedLog] = [:]
    for service in ServiceName.allCases {
      let log = try CommittedLog(path: installation.databasePath(of: service))
      logs[service] = log
      let (count, findings) = try log.audit(service)
      Output.say("\(service.rawValue): \(count) events")
      all += [findings, try quarantine(log, service)]
    }
    guard let ingest = logs[.feedIngest], let catalog = logs[.catalog], let formatter = logs[.formatter] else {
      return all
    }

    let expected = try ExpectedCatalog(ingest)
    all.append(feeds(expected))
    let published = try PublishedCatalog(catalog)
    var comparison = published.findings
    comparison.compare("podcast", expected: expected.podcasts, actual: published.podcasts)
    comparison.compare("episode", expected: expected.episodes, actual: published.episodes)
    all.append(comparison)

    var cells = Findings("the formatter")
    cells.compare(
      "the cell of", expected: try PublishedCells.expected(of: published.episodes),
      actual: try PublishedCells(formatter).cells)
    all.append(cells)
    for kind in SubscriberKind.all {
      guard let log = logs[kind.service] else { continue }
      let printed = installation.programs[kind.name]?.printed ?? []
      all.append(try SubscriberAudit(kind: kind, folder: installation.folder).findings(log, printed: printed))
    }
    Output.say(
      "compared: \(expected.podcasts.count) podcasts, \(expected.episodes.count) episodes, as many cells, "
        + "\(SubscriberKind.all.count) subscribers")
    return all
  }

  /// What feed-ingest's log says of each feed, beside what the server gives.
  private func feeds(_ expected: ExpectedCatalog) -> Findings {
    var findings = Findings("feed-ingest")
    for number in 0..<feedCount {
      let served = Dictionary(uniqueKeysWithValues: host.shown(number).map { ($0.guid, $0.title) })
      let told = expected.shown[Identity.feedID(url: host.url(number))] ?? [:]
      findings.compare("feed \(number)'s item", expected: served, actual: told)
    }
    return findings
  }

  private func quarantine(_ log: CommittedLog, _ service: ServiceName) throws -> Findings {
    var findings = Findings("the quarantine of \(service.rawValue)")
    guard service.upstream != nil else { return findings }
    try log.database.forEach("SELECT sequence, error FROM quarantine") { row in
      findings.add("\(row.integer(0)): \(row.text(1))")
      return true
    }
    return findings
  }
}
