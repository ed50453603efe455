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
  /// The service's keys; nil where nothing is encrypted.
  public let security: ServiceSockets.Security?
  /// Who wants to hear how the service is; nil where nobody does.
  public let supervisor: Supervisor.Address?
  /// How long its log keeps what.
  public var retention = Retention.usual

  /// The configuration of a service that is given, not read from a command line.
  public init(
    name: String, dataFolder: String, eventEndpoint: String, requestEndpoint: String,
    upstream: (name: String, endpoints: Subscription.Endpoints)? = nil, security: ServiceSockets.Security? = nil,
    supervisor: Supervisor.Address? = nil
  ) {
    self.name = name
    self.dataFolder = dataFolder
    self.eventEndpoint = eventEndpoint
    self.requestEndpoint = requestEndpoint
    self.upstream = upstream
    self.security = security
    self.supervisor = supervisor
  }

  /// The database file.
  public var databasePath: String {
    Self.databasePath(of: name, in: dataFolder)
  }

  /// The database file of a service.
  static func databasePath(of name: String, in dataFolder: String) -> String {
    "\(dataFolder)/\(name).sqlite"
  }

  /// The options that say where a service listens.
  public static func listenOptions(port: Int) -> [Option] {
    [
      Option(
        "listen", .one("ADDR"), environment: "CASTWIRE_LISTEN",
        help: "address to listen at; beyond loopback with CASTWIRE_KEYS alone (default 127.0.0.1)"),
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
    let security: ServiceSockets.Security?
    do {
      security = try Self.keyFolder(environment).map { folder throws(KeyError) in
        try ServiceSockets.Security(service: name, folder: folder)
      }
    } catch {
      throw UsageError("CASTWIRE_KEYS: \(error)")
    }
    let (events, requests) = try Self.listenEndpoints(arguments, port: port, encrypts: security != nil)
    self.init(
      name: name, dataFolder: Self.dataFolder(arguments), eventEndpoint: events, requestEndpoint: requests,
      upstream: try upstream.map { upstream throws(UsageError) in
        let address = arguments.value(upstream.option) ?? "127.0.0.1:\(upstream.port)"
        return (upstream.option, try Self.endpoints(address, option: upstream.option))
      }, security: security, supervisor: try Supervisor.Address(environment: environment))
  }

  /// The folder of keys that the environment names.
  public static func keyFolder(_ environment: [String: String]) -> KeyFolder? {
    environment["CASTWIRE_KEYS"].flatMap { $0.isEmpty ? nil : KeyFolder(path: $0) }
  }

  /// Where a service listens.
  ///
  /// - Parameter encrypts: whether the service has keys.
  /// - Throws: for what is no IP address, and without keys for one beyond loopback: anybody could control the service.
  public static func listenEndpoints(
    _ arguments: Arguments, port usual: Int, encrypts: Bool
  ) throws(UsageError) -> (events: String, requests: String) {
    let text = arguments.value("listen") ?? "127.0.0.1"
    guard let address = ListenAddress(text) else {
      throw UsageError(
        "--listen must be an IP address of this machine, such as 127.0.0.1, not '\(text)'", saysWhatToDo: true)
    }
    guard encrypts || address.isLoopback else {
      throw UsageError(
        "--listen \(text): without keys a service listens on loopback only (127.0.0.1), since whoever reaches it "
          + "controls it; 'castwire keys init DIR' makes keys, and CASTWIRE_KEYS=DIR has them used", saysWhatToDo: true)
    }
    let port = try arguments.integer("port", in: 1...65_534) ?? usual
    return ("tcp://\(address.host):\(port)", "tcp://\(address.host):\(port + 1)")
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
