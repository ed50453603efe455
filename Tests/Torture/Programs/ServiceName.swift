/// The three services, in the order in which events go through them.
enum ServiceName: String, CaseIterable, Sendable {
  case feedIngest = "feed-ingest"
  case catalog
  case formatter

  /// Whom it follows.
  var upstream: ServiceName? {
    switch self {
    case .feedIngest: nil
    case .catalog: .feedIngest
    case .formatter: .catalog
    }
  }
}
