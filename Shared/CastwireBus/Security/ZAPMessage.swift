/// A request of the ZeroMQ Authentication Protocol (RFC 27), from libzmq to the handler.
struct ZAPRequest {
  /// What the reply repeats.
  let id: [UInt8]
  /// nil where it is none that this project's sockets make.
  let applicant: Applicant?

  /// - Returns: nil where there is not even an id to answer.
  init?(frames: [[UInt8]]) {
    guard frames.count >= 2 else { return nil }
    id = frames[1]
    func text(_ index: Int) -> String { String(decoding: frames[index], as: UTF8.self) }
    guard frames.count == 7, text(0) == "1.0", let domain = SecurityDomain(rawValue: text(2)), text(5) == "CURVE",
      let key = PublicKey(bytes: frames[6])
    else {
      applicant = nil
      return
    }
    applicant = Applicant(domain: domain, address: text(3), key: key)
  }
}

/// What the handler answers.
///
/// 400 is said to who is not listed: of the codes it alone tells a client what is wrong. libzmq gives that connection up
/// for good; a subscriber that follows the contract makes a new one some seconds later.
struct ZAPReply {
  let frames: [[UInt8]]

  init(to request: ZAPRequest, _ admission: Admission?) {
    let (code, text, user) =
      switch admission {
      case .admitted(let name): ("200", "OK", name)
      case .unknownKey: ("400", "the key is not in the allow-list", "")
      case .lacksRole(_, let role): ("400", "the key lacks the role \(role.rawValue)", "")
      case nil: ("500", "the request is not understood", "")
      }
    frames = [Array("1.0".utf8), request.id, Array(code.utf8), Array(text.utf8), Array(user.utf8), []]
  }
}
