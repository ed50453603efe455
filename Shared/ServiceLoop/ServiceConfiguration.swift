public import CastwireBus
public import Runtime
internal import Foundation

/// What every service must know to run.
public struct ServiceConfiguration: Sendable {
  /// `catalog`
  public let name: String
  /// Where the service keeps its files.
  public let dataFolder: String
  /// `tcp://127.0.0.1:5711`
  public let eventEndpoint: String
  /// `tcp://127.0.0.1:5712`
  public let requestEndpoint: String
  /// The log that the service follows, and its service's name.
  public let upstream: (name: String, endpoints: Subscription.Endpoints)?
  /// How long its log keeps what.
  public var retention = Retention.usual

  /// The configuration of a service that is given, not read from a command line.
  public init(
    name: String, dataFolder: String, eventEndpoint: String, requestEndpoint: String,
    upstream: (name: String, endpoints: Subscription.Endpoints)? = nil
  ) {
    self.name = name
    self.dataFolder = dataFolder
    self.eventEndpoint = eventEndpoint
    self.requestEndpoint = requestEndpoint
    self.upstream = upstream
  }

  /// The database file.
  public var databasePath: String {
    "\(dataFolder)/\(name).sqlite"
  }

  /// The options that say where a service listens.
  public static func listenOptions(port: Int) -> [Option] {
    [
      Option("listen", .one("ADDR"), environment: "CASTWIRE_LISTEN", help: "address to listen at (default 127.0.0.1)"),
      Option("port", .one("PORT"), help: "port for events; PORT + 1 is for requests (default \(port))"),
    ]
  }

  /// The options that every service has.
  public static func options(port: Int) -> [Option] {
    [dataOption] + listenOptions(port: port)
  }

  /// The option that says where a service keeps its files.
  static let dataOption = Option(
    "data", .one("DIR"), environment: "CASTWIRE_DATA", help: "folder for the service's files (default .castwire)")

  /// Where a service keeps its files.
  static func dataFolder(_ arguments: Arguments) -> String {
    arguments.value("data") ?? ".castwire"
  }

  /// Reads the options that every service has.
  ///
  /// - Parameter upstream: the name of the option that says whom to follow, and that service's usual port.
  public init(
    name: String, arguments: Arguments, port: Int, upstream: (option: String, port: Int)? = nil,
    environment: [String: String]
  ) throws(UsageError) {
    if let keys = environment["CASTWIRE_KEYS"], !keys.isEmpty {
      throw UsageError("CASTWIRE_KEYS is set, but this version has no encryption yet; unset it and stay on loopback")
    }
    let (events, requests) = try Self.listenEndpoints(arguments, port: port)
    self.init(
      name: name, dataFolder: Self.dataFolder(arguments), eventEndpoint: events, requestEndpoint: requests,
      upstream: try upstream.map { upstream throws(UsageError) in
        let address = arguments.value(upstream.option) ?? "127.0.0.1:\(upstream.port)"
        return (upstream.option, try Self.endpoints(address, option: upstream.option))
      })
  }

  /// Where a service listens.
  ///
  /// - Throws: for an address beyond loopback: without keys anybody could control the service.
  public static func listenEndpoints(
    _ arguments: Arguments, port usual: Int
  ) throws(UsageError) -> (events: String, requests: String) {
    let address = arguments.value("listen") ?? "127.0.0.1"
    let octets = address.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard octets.count == 4, octets.allSatisfy({ $0 != nil }), octets[0] == 127 else {
      throw UsageError(
        "--listen \(address): without keys a service listens on loopback only (127.0.0.1), since whoever reaches it "
          + "controls it")
    }
    let port = try arguments.integer("port", in: 1...65_534) ?? usual
    return ("tcp://\(address):\(port)", "tcp://\(address):\(port + 1)")
  }

  /// The sockets of the service at HOST:PORT.
  public static func endpoints(_ address: String, option: String) throws(UsageError) -> Subscription.Endpoints {
    guard let colon = address.lastIndex(of: ":"), let port = Int(address[address.index(after: colon)...]),
      (1...65_534).contains(port), colon != address.startIndex
    else { throw UsageError("--\(option) must be HOST:PORT, not '\(address)'") }
    let host = address[..<colon]
    return Subscription.Endpoints(events: "tcp://\(host):\(port)", requests: "tcp://\(host):\(port + 1)")
  }
}
