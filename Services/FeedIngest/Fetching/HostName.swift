import CICU

/// A host's name as name servers know it.
enum HostName {
  /// libcurl converts names only where the process has the locale of a language.
  ///
  /// `nonisolated(unsafe)`: made once and never changed; ICU says that all threads may use it at once.
  nonisolated(unsafe) private static let converter: OpaquePointer? = {
    var status = U_ZERO_ERROR
    let options = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ
    return castwire_idna_open(UInt32(options), &status)
  }()

  /// In lower case, in ASCII (UTS #46), without the dot that ends a whole name; as it is where it is no such name.
  static func normal(_ name: String) -> String {
    let name = name.lowercased()
    var ascii = name.utf8.allSatisfy { $0 < 0x80 } ? name : self.ascii(name) ?? name
    if ascii.hasSuffix("."), !ascii.hasSuffix(".."), ascii != "." { ascii.removeLast() }
    return ascii
  }

  private static func ascii(_ name: String) -> String? {
    guard let converter else { return nil }
    var text = [CChar](repeating: 0, count: 512)
    var (status, length) = (U_ZERO_ERROR, Int32(0))
    let errors = castwire_idna_to_ascii(
      converter, name, Int32(name.utf8.count), &text, Int32(text.count), &length, &status)
    guard errors == 0, status.rawValue <= U_ZERO_ERROR.rawValue, length > 0 else { return nil }
    return String(decoding: text.prefix(Int(length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
