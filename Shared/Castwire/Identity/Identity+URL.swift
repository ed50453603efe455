extension Identity {
  /// Names of query parameters, in small letters, that say until when a signed address holds.
  private static let endings: Set<Substring> = ["expires", "expire", "expiry", "exp", "se", "x-amz-expires"]
  /// Those that servers sign addresses with and that change at each look: Amazon's, Google's, Microsoft's and Akamai's.
  private static let signatures: Set<Substring> = [
    "signature", "hmac", "key-pair-id", "googleaccessid", "awsaccesskeyid", "hdnts", "hdnea", "__token__", "__gda__",
    "_", "nocache", "cachebuster",
  ]
  /// Those that sign only beside an ending or a signature: by themselves they may say which file is meant.
  private static let companions: Set<Substring> = [
    "sig", "token", "access_token", "auth_key", "policy", "sign", "hash", "md5", "auth", "verify", "st", "sp", "sv",
    "sr", "skoid", "sktid", "skt", "ske", "sks", "skv", "ts",
    "timestamp", "e",
  ]

  /// The URL without what only signs it for a time, so that two looks at one file give one address.
  ///
  /// - Parameter url: absolute and percent-encoded (RFC 3986).
  public static func stableURL(_ url: String) -> String {
    // Most have no parameters, and this is asked for each item.
    guard url.utf8.contains(UInt8(ascii: "?")) else { return url }
    let end = url.firstIndex(of: "#") ?? url.endIndex
    guard let mark = url[..<end].firstIndex(of: "?") else { return url }
    let parameters = url[url.index(after: mark)..<end].split(separator: "&", omittingEmptySubsequences: false)
    let names = parameters.map { Substring($0.prefix { $0 != "=" }.lowercased()) }
    let ends = names.contains { endings.contains($0) || $0 == "key-pair-id" || $0 == "signature" }
    let kept = zip(parameters, names).filter { _, name in
      !endings.contains(name) && !signatures.contains(name) && !name.hasPrefix("x-amz-") && !name.hasPrefix("x-goog-")
        && !(ends && companions.contains(name))
    }.map(\.0)
    guard kept.count < parameters.count else { return url }
    return url[..<mark] + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + url[end...]
  }
}
