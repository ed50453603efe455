import Castwire
import CastwireBus
import Storage
import TestSupport

/// The comparison of all that is left of a run.
struct Audit {
  let installation: Installation
  let host: FeedHost
  let feedCount: Int

  func run() async throws -> [Findings] {
    var all: [Findings] = []
    var logs: [ServiceName: CommittedLog] = [:]
    for service in ServiceName.allCases {
      let log = try CommittedLog(path: installation.databasePath(of: service))
      logs[service] = log
      let (count, findings) = try log.audit(service)
      Output.say("\(service.rawValue): \(count) events")
      all += [findings, try quarantine(log, service), try await tables(service)]
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

    let settings = installation.settings
    var cells = try PublishedCells(formatter, subject: "the formatter")
    try cells.compare(with: published.episodes, settings)
    all.append(cells.findings)
    // Those of lives that came to one.
    let wiped = try installation.wiped.compactMap { try CommittedLog.ifBegun(path: $0) }
    for log in wiped {
      all += [
        try log.audit(.formatter).findings, try PublishedCells(log, subject: "the formatter's log \(log.id)").findings,
      ]
    }
    for kind in SubscriberKind.all {
      guard let log = logs[kind.service] else { continue }
      let printed = installation.programs[kind.name]?.printed ?? []
      let former = kind.service == .formatter ? wiped : []
      let audit = SubscriberAudit(kind: kind, folder: installation.folder)
      all.append(try audit.findings(former + [log], printed: printed))
    }
    Output.say(
      "compared: \(expected.podcasts.count) podcasts, \(expected.episodes.count) episodes, \(cells.cells.count) cells in "
        + "\(settings.locales.joined(separator: ", ")), \(wiped.count) logs that were wiped, "
        + "\(SubscriberKind.all.count) subscribers")
    return all
  }

  /// What a service finds itself, when it holds its tables against its log.
  private func tables(_ service: ServiceName) async throws -> Findings {
    var findings = Findings("the check of \(service.rawValue)")
    let check = try ServiceProcess(service.rawValue, arguments: ["check", "--data", installation.folder])
    let status = await check.waitForExit()
    if status != .exited(0) { findings.add("\(String(describing: status)): \(check.lines.joined(separator: "; "))") }
    return findings
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
