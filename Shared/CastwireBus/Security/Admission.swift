/// Who asks to connect, as a ZAP request says (RFC 27).
struct Applicant: Sendable, Hashable {
  let domain: SecurityDomain
  /// An IP address as libzmq writes it.
  let address: String
  let key: PublicKey
}

/// Whether somebody may connect.
enum Admission: Sendable, Hashable {
  /// As whom.
  case admitted(name: String)
  case unknownKey
  case lacksRole(name: String, role: Role)
}

extension AllowList {
  /// Nobody is let in who is not listed.
  func admission(of applicant: Applicant) -> Admission {
    guard let entry = self[key: applicant.key] else { return .unknownKey }
    if let role = applicant.domain.role, !entry.roles.contains(role) {
      return .lacksRole(name: entry.name, role: role)
    }
    return .admitted(name: entry.name)
  }
}
