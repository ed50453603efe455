import CCrypto

/// What a hub signs its deliveries with: an HMAC (RFC 2104) of the body by the secret that it was given, in the header
/// `X-Hub-Signature` as `sha256=…` in hexadecimal (WebSub, section 8).
struct PushSignature {
  private let digest: OpaquePointer
  private let code: [UInt8]

  /// - Parameter header: the header's value; nil where it cannot be read or names a method that WebSub does not know.
  init?(header: String) {
    let parts = header.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let digest =
      switch parts[0].lowercased() {
      // Broken for signatures of strangers' texts, and still sound for this use; the largest hub knows no other.
      case "sha1": EVP_sha1()
      case "sha256": EVP_sha256()
      case "sha384": EVP_sha384()
      case "sha512": EVP_sha512()
      default: nil as OpaquePointer?
      }
    guard let digest, let code = Self.bytes(hex: parts[1].utf8), code.count == EVP_MD_get_size(digest) else {
      return nil
    }
    (self.digest, self.code) = (digest, code)
  }

  /// Whether somebody signed this who knows the secret; takes as long whatever the answer is.
  func isValid(for body: [UInt8], secret: String) -> Bool {
    var computed = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    let key = Array(secret.utf8)
    guard HMAC(digest, key, Int32(key.count), body, body.count, &computed, &count) != nil else { return false }
    return Int(count) == code.count && CRYPTO_memcmp(computed, code, code.count) == 0
  }

  private static func bytes(hex: Substring.UTF8View) -> [UInt8]? {
    let digits = hex.map { UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") ? $0 - 0x30 : ($0 | 0x20) &- 0x57 }
    guard digits.count % 2 == 0, digits.allSatisfy({ $0 < 16 }) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
