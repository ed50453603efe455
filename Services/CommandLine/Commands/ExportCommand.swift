internal import CastwireBus
internal import Runtime

/// `castwire export`
enum ExportCommand {
  private struct Result: Decodable {
    let opml: String
  }

  static let command = Command(
    "export", summary: "print the followed feeds as an OPML file",
    options: [ServiceName.feedIngest.option], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let client = try ServiceClient(ServiceAddress(.feedIngest, invocation.arguments), context: invocation.context())
    let opml = try client.ask("feeds.export", NoParameters(), as: Result.self).opml
    try invocation.output.write(opml.hasSuffix("\n") ? opml : opml + "\n")
    return 0
  }
}
