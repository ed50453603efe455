internal import CastwireBus
internal import Runtime

/// `castwire retry`
enum RetryCommand {
  private struct Result: Decodable {
    let retried: Int
  }

  private static let services: [ServiceName] = [.catalog, .formatter]

  static let command = Command(
    "retry", summary: "apply again what catalog and formatter had to put aside",
    about:
      "An event that a service cannot apply is put aside, so that it does not stop the others: 'castwire status' counts "
      + "them, and the service's log says why. This has them applied again, with the whole state of what the service "
      + "follows: after an update that mends the cause.",
    options: services.map(\.option), run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    for service in services {
      let client = try ServiceClient(ServiceAddress(service, invocation.arguments), context: invocation.context())
      let count = try client.ask("service.retry", [String: String](), as: Result.self).retried
      try invocation.output.line(
        count == 0
          ? "\(service.rawValue): nothing was put aside"
          : "\(service.rawValue): \(count) \(count == 1 ? "event is" : "events are") tried again; 'castwire status' shows "
            + "what is put aside then")
    }
    return 0
  }
}
