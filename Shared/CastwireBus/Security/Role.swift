/// What a key may do at a service (section 6 of the contract).
public enum Role: String, Sendable, Hashable, CaseIterable, Comparable {
  /// Hear events and replay them.
  case subscribe
  /// Ask for lists, single things and the status, and search.
  case read
  /// Change something.
  case control

  /// The role that a request needs.
  ///
  /// - Parameter controlRequests: the names of the service's requests that change something.
  public static func needed(for request: String, controlRequests: Set<String>) -> Role {
    if request == "replay" { return .subscribe }
    return controlRequests.contains(request) ? .control : .read
  }

  /// Reads roles as they are written: `subscribe,read`.
  ///
  /// - Returns: nil where one is unknown or there is none.
  public static func list(_ text: some StringProtocol) -> Set<Role>? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    let roles = words.compactMap { Role(rawValue: String($0)) }
    return roles.isEmpty || roles.count != words.count ? nil : Set(roles)
  }

  /// Writes roles such that `list` reads them.
  public static func text(_ roles: Set<Role>) -> String {
    roles.sorted().map(\.rawValue).joined(separator: ",")
  }

  /// The order in which they are written.
  public static func < (left: Role, right: Role) -> Bool {
    rank(left) < rank(right)
  }

  private static func rank(_ role: Role) -> Int {
    allCases.firstIndex(of: role) ?? 0
  }
}
