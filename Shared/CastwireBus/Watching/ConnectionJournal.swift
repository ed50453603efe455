/// Says each trouble with those who connect to a service once, and once that it is over.
///
/// A flood of ever new keys and addresses is told in a bounded number of lines an hour; the counters have all of it.
public struct ConnectionJournal {
  /// A line for the service's log.
  public struct Line: Sendable, Hashable {
    /// Whether somebody should look at it.
    public let isWarning: Bool
    /// What happened and what to do.
    public let text: String
  }

  /// So many troubles are told apart in an hour.
  static let bound = 100
  private static let period: Duration = .seconds(3_600)

  private let encrypts: Bool
  private let allowListPath: String
  private var told: Set<Finding> = []
  private var isFull = false
  private var forgetAt: ContinuousClock.Instant?

  /// - Parameters:
  ///   - encrypts: whether the service has keys.
  ///   - allowListPath: where it stands who may connect.
  public init(encrypts: Bool, allowListPath: String) {
    self.encrypts = encrypts
    self.allowListPath = allowListPath
  }

  /// The line about a key that lacks a role which a request needs; nil where that was said before.
  public mutating func refused(
    name: String, role: Role, request: String, now: ContinuousClock.Instant
  ) -> Line? {
    tell(.lacksRole(name: name, role: role), now) {
      "refused \(request) to '\(name)': its line in \($0) lacks the role \(role.rawValue)"
    }
  }

  mutating func line(_ finding: Finding, now: ContinuousClock.Instant) -> Line? {
    let encrypts = encrypts
    return tell(finding, now) { _ in
      switch finding {
      case .encryptionMismatch(let address) where encrypts:
        "refused a client at \(address) that does not encrypt; a client needs a key file, which 'castwire keys new' makes"
      case .encryptionMismatch(let address):
        "refused a client at \(address) that encrypts: this service has no keys, since CASTWIRE_KEYS is not set"
      case .otherServerKey(let address):
        "refused a client at \(address) that has another public key of this service, perhaps an old one, in its key file"
      case .protocolError(let address):
        "what connects from \(address) does not speak ZMTP 3 as it should; if it is a client, look at its version"
      case .brokenHandshake(let address):
        "what connects from \(address) hangs up during the handshake: perhaps a client that \(encrypts ? "does not encrypt" : "encrypts")"
          + ", perhaps a look at whether the port is open"
      case .unknownKey, .lacksRole:
        // These have words of their own, with the key in them, and never come this way.
        preconditionFailure("it comes from the authenticator")
      }
    }
  }

  mutating func line(_ note: Authenticator.Note, now: ContinuousClock.Instant) -> Line? {
    switch note {
    case .refused(let applicant, .unknownKey):
      tell(.unknownKey(applicant.key), now) {
        "refused an unknown key from \(applicant.address) at \(applicant.domain.words): \(applicant.key); to let it in, "
          + "add a line with a name, roles and the key to \($0) and send SIGHUP"
      }
    case .refused(let applicant, .lacksRole(let name, let role)):
      tell(.lacksRole(name: name, role: role), now) {
        "refused '\(name)' from \(applicant.address) at \(applicant.domain.words): its line in \($0) lacks the role "
          + role.rawValue
      }
    case .admitted(let applicant, let name):
      admitted(applicant, name)
    case .refused(_, .admitted):
      nil
    case .ended(let error):
      Line(isWarning: true, text: "nobody new can connect until the service is started again: \(error)")
    }
  }

  private mutating func admitted(_ applicant: Applicant, _ name: String) -> Line? {
    let lacked = Role.allCases.filter { told.remove(.lacksRole(name: name, role: $0)) != nil }
    guard told.remove(.unknownKey(applicant.key)) != nil || !lacked.isEmpty else { return nil }
    return Line(isWarning: false, text: "'\(name)' from \(applicant.address), refused before, is let in now")
  }

  private mutating func tell(
    _ finding: Finding, _ now: ContinuousClock.Instant, _ text: (_ allowListPath: String) -> String
  ) -> Line? {
    if let forgetAt, now >= forgetAt {
      told = []
      isFull = false
      self.forgetAt = nil
    }
    guard !told.contains(finding), !told.contains(where: { finding.isCovered(by: $0) }) else { return nil }
    if forgetAt == nil { forgetAt = now + Self.period }
    guard told.count < Self.bound else {
      guard !isFull else { return nil }
      isFull = true
      return Line(
        isWarning: true,
        text:
          "more than \(Self.bound) different keys and addresses were refused within an hour; the others are counted "
          + "in the status alone")
    }
    told.insert(finding)
    return Line(isWarning: true, text: text(allowListPath))
  }
}
