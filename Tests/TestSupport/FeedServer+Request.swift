extension FeedServer {
  /// What a client asked.
  public struct Request: Sendable {
    /// In capitals, as sent.
    public let method: String
    /// Path and query, as sent.
    public let target: String
    /// Name and value of each header in the order sent, white space around the values removed.
    public let headers: [(name: String, value: String)]
    /// Empty without a Content-Length.
    public let body: [UInt8]
    /// 1 for the server's first request, 2 for its second, in the order of arrival.
    public internal(set) var number = 0

    /// The target without its query.
    public var path: String {
      String(target.prefix { $0 != "?" })
    }

    /// The value of the first header of that name, whatever its case.
    public func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }
}
