/// Header values as text and back, without loss whatever bytes they hold: each byte is one character (ISO 8859-1).
enum LatinText {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.lazy.map { Unicode.Scalar($0) }))
  }

  /// Text that has other characters than these cannot come from a header; it becomes UTF-8.
  static func bytes(_ text: String) -> [UInt8] {
    let scalars = text.unicodeScalars
    return scalars.allSatisfy { $0.value < 256 } ? scalars.map { UInt8($0.value) } : Array(text.utf8)
  }
}
