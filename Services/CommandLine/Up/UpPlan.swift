internal import Castwire
internal import Foundation
internal import Runtime

/// What `castwire up` is to run, and where.
struct UpPlan {
  /// From one service's port to the next one's.
  private static let portStep = 10

  static let options: [Option] = [
    Option(
      "data", .one("DIR"), environment: "CASTWIRE_DATA", help: "folder for the services' files (default .castwire)"),
    Option(
      "listen", .one("ADDR"), environment: "CASTWIRE_LISTEN",
      help: "address to listen at; beyond loopback with CASTWIRE_KEYS alone (default 127.0.0.1)"),
    Option(
      "port", .one("PORT"),
      help: "feed-ingest's port; the catalog has PORT + 10, the formatter PORT + 20 (default \(usualPort))"),
    Option("feeds", .one("FILE.opml"), environment: "CASTWIRE_FEEDS", help: "follow the feeds of this OPML file, too"),
    Option("follow", .many("URL"), help: "follow this feed, too; may be given more than once"),
    Option("allow-private", help: "fetch from private and loopback addresses, too"),
    Option("allow-file", help: "read file: URLs, too"),
    Option(
      "locale", .many("LOCALE"), environment: "CASTWIRE_LOCALES",
      help: "make cells in this locale, such as en_US; may be given more than once (default en_US)"),
    Option(
      "time-zone", .one("ZONE"), environment: "CASTWIRE_TIME_ZONE", help: "the time zone of dates (default UTC)"),
    Option("cells", help: "show cells while they come, also where standard output is no terminal"),
  ]

  private static var usualPort: Int { ServiceName.feedIngest.usualPort }

  let folder: String
  let addresses: [ServiceName: ServiceAddress]
  let follow: [String]
  private let arguments: Arguments
  /// Where the services listen.
  private let host: String
  private let port: Int

  /// - Throws: `UsageError`; `CommandError` where a service's program is missing.
  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    host = arguments.value("listen") ?? "127.0.0.1"
    let last = ServiceName.allCases.count - 1
    let port = try arguments.integer("port", in: 1...65_534 - last * Self.portStep) ?? Self.usualPort
    self.port = port
    follow = arguments.all("follow")
    for name in arguments.all("locale") { _ = try LocaleName.option(name) }
    // What listens at all addresses of the machine is found on loopback.
    let reachable = ["0.0.0.0": "127.0.0.1", "::": "[::1]", "[::]": "[::1]"][host] ?? Self.bracketed(host)
    var addresses: [ServiceName: ServiceAddress] = [:]
    for (index, service) in ServiceName.allCases.enumerated() {
      addresses[service] = ServiceAddress(service, host: reachable, port: port + index * Self.portStep)
    }
    self.addresses = addresses
    guard let path = Bundle.main.executablePath else { throw CommandError("cannot tell where castwire itself is") }
    folder = URL(fileURLWithPath: path).resolvingSymlinksInPath().deletingLastPathComponent().path
    for service in ServiceName.allCases where !FileManager.default.isExecutableFile(atPath: self.path(of: service)) {
      throw CommandError(
        "\(service.rawValue) is not beside castwire in \(folder); build it with "
          + "'swift build --product \(service.rawValue)', or install all four programs in one folder")
    }
  }

  private static func bracketed(_ host: String) -> String {
    host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
  }

  func path(of service: ServiceName) -> String {
    "\(folder)/\(service.rawValue)"
  }

  func address(of service: ServiceName) -> ServiceAddress {
    addresses[service] ?? ServiceAddress(service, port: service.usualPort)
  }

  /// - Throws: `CommandError` for a port that somebody else listens at.
  func checkPorts() throws(CommandError) {
    for service in ServiceName.allCases {
      let address = address(of: service)
      for port in [address.port, address.port + 1] where !TCPProbe.isFree(host: host, port: port) {
        throw CommandError(
          "\(service.rawValue) cannot have port \(port) of \(host): it is taken, perhaps by another 'castwire up'. End "
            + "that, or take other ports with --port, such as --port \(self.port + 1_000)")
      }
    }
  }

  /// The command line of a service, without its path.
  func arguments(of service: ServiceName) -> [String] {
    let address = address(of: service)
    var words = ["run", "--listen", host, "--port", "\(address.port)"]
    func pass(_ names: String...) {
      for name in names {
        for value in arguments.all(name) { words += ["--\(name)", value] }
      }
    }
    pass("data")
    switch service {
    case .feedIngest:
      pass("feeds")
      for flag in ["allow-private", "allow-file"] where arguments.flag(flag) { words.append("--\(flag)") }
    case .catalog:
      words += ["--feed-ingest", "\(self.address(of: .feedIngest))"]
    case .formatter:
      words += ["--catalog", "\(self.address(of: .catalog))"]
      pass("locale", "time-zone")
    }
    return words
  }
}
