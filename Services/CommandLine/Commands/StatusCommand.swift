internal import CastwireBus
internal import Foundation
internal import Runtime
internal import Synchronization

/// `castwire status`: whether the services answer and how far they are.
enum StatusCommand {
  static let command = Command(
    "status", summary: "show whether the services answer and how far they are",
    about: "Shows whether the services answer and how far they are. The exit status is 1 where one does not answer.",
    options: [Option("json", help: "print one JSON object a line, as the services sent it")]
      + ServiceName.allCases.map(\.option), run: run)

  /// What a service said, or why it said nothing.
  struct Report: Sendable {
    let address: ServiceAddress
    let json: [UInt8]
    let status: ServiceStatus?
    let trouble: String?
  }

  /// What stands in the JSON for a service that does not answer.
  private struct Missing: Encodable {
    let service: String
    let endpoint: String
    let error: String
  }

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let addresses = try ServiceName.allCases.map { try ServiceAddress($0, invocation.arguments) }
    let reports = ask(addresses, try invocation.context())
    let output = invocation.output
    if invocation.arguments.flag("json") {
      for report in reports {
        let json =
          report.status != nil
          ? report.json
          : try BusCoder.encode(
            Missing(
              service: report.address.service.rawValue, endpoint: report.address.endpoints.requests,
              error: report.trouble ?? ""))
        try output.write(PrintableText.json(json) + Array("\n".utf8))
      }
    } else {
      for line in table(reports).lines(width: output.width, style: output.style) { try output.line(line) }
    }
    return reports.allSatisfy { $0.status != nil } ? 0 : 1
  }

  /// Asks all at once: one that hangs must not make the others late.
  private static func ask(_ addresses: [ServiceAddress], _ context: Context) -> [Report] {
    let reports = Mutex<[ServiceName: Report]>([:])
    DispatchQueue.concurrentPerform(iterations: addresses.count) { index in
      let report = ask(addresses[index], context)
      reports.withLock { $0[report.address.service] = report }
    }
    return reports.withLock { reports in addresses.compactMap { reports[$0.service] } }
  }

  private static func ask(_ address: ServiceAddress, _ context: Context) -> Report {
    func failed(_ trouble: String) -> Report {
      Report(address: address, json: [], status: nil, trouble: trouble)
    }
    guard TCPProbe.isListening(host: address.host, port: address.port + 1) else {
      return failed("does not run at \(address)")
    }
    do {
      let client = try ServiceClient(address, context: context)
      let json = try client.ask("service.status", NoParameters(), patience: .milliseconds(1_500))
      let status = try BusCoder.decode(ServiceStatus.self, from: json)
      guard status.service == address.service.rawValue else { return failed("at \(address) is \(status.service)") }
      return Report(address: address, json: json, status: status, trouble: nil)
    } catch is CommandError {
      return failed("gives no answer at \(address)")
    } catch {
      return failed("\(error)")
    }
  }

  /// How far a service is behind the one it follows: the other's own word counts, since a follower knows only of what
  /// has reached it.
  private static func lag(of status: ServiceStatus, _ reports: [Report]) -> UInt64? {
    guard let peer = status.peers.first else { return nil }
    let followed = reports.first { $0.address.endpoints.events == peer.endpoint }?.status
    guard let head = followed?.head, head > peer.cursor else { return peer.lag }
    return max(peer.lag, head.rawValue - peer.cursor.rawValue)
  }

  static func table(_ reports: [Report]) -> Table {
    var table = Table([
      Table.Column(heading: "SERVICE"), Table.Column(heading: "VERSION"),
      Table.Column(heading: "UPTIME", isNumber: true), Table.Column(heading: "HEAD", isNumber: true),
      Table.Column(heading: "LAG", isNumber: true), Table.Column(heading: "COMPLETE"),
      Table.Column(heading: "QUARANTINED", isNumber: true), Table.Column(heading: "TROUBLE", isFlexible: true),
    ])
    for report in reports {
      let name = Table.Cell(report.address.service.rawValue, .bold)
      guard let status = report.status else {
        let blanks = Array(repeating: Table.Cell("-", .dim), count: 6)
        table.add([name] + blanks + [Table.Cell(report.trouble ?? "", .red)])
        continue
      }
      let lag = lag(of: status, reports)
      let trouble =
        status.trouble ?? status.peers.compactMap(\.trouble).first
        ?? (status.peers.allSatisfy(\.live) ? "" : "catching up")
      table.add([
        name, Table.Cell(status.version), Table.Cell(TimeSpan.text(seconds: status.uptime)),
        Table.Cell("\(status.head.rawValue)"),
        lag.map { Table.Cell("\($0)", $0 > 0 ? .yellow : .green) } ?? Table.Cell("-", .dim),
        status.complete ? Table.Cell("yes", .green) : Table.Cell("no", .yellow),
        Table.Cell("\(status.quarantined)", status.quarantined > 0 ? .red : .green),
        Table.Cell(trouble, status.trouble == nil ? .yellow : .red),
      ])
    }
    return table
  }
}
