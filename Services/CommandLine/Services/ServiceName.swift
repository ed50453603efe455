internal import Runtime

/// A service that `castwire` starts and asks.
enum ServiceName: String, CaseIterable, Sendable {
  case feedIngest = "feed-ingest"
  case catalog
  case formatter

  /// The port of its events where nothing else is said; the next one is for requests.
  var usualPort: Int {
    switch self {
    case .feedIngest: 5701
    case .catalog: 5711
    case .formatter: 5721
    }
  }

  /// The option that says where it is.
  var option: Option {
    let variable = "CASTWIRE_" + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    return Option(
      rawValue, .one("HOST:PORT"), environment: variable,
      help: "where \(rawValue) listens (default 127.0.0.1:\(usualPort))")
  }

  var colour: Style.Attribute {
    switch self {
    case .feedIngest: .cyan
    case .catalog: .magenta
    case .formatter: .blue
    }
  }
}
