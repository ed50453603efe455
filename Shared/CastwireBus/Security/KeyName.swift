/// The names of keys. They are also names of files.
public enum KeyName {
  /// What a name must be, for a person.
  public static let rule =
    "up to 64 letters, digits, dots, dashes and underscores, of which the first is a letter or a digit"

  /// Whether a key may be called so.
  public static func isValid(_ name: some StringProtocol) -> Bool {
    func isAlphanumeric(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    guard let first = name.utf8.first, isAlphanumeric(first), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }
}
