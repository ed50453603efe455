/// The names of character encodings, as HTTP headers and XML declarations give them.
enum EncodingLabel {
  /// `charset` of a Content-Type header (RFC 9110), in lower case.
  static func charset(ofContentType contentType: String) -> String? {
    let lower = contentType.lowercased()
    for parameter in lower.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, trim(parts[0]) == "charset" else { continue }
      return valid(trim(parts[1]))
    }
    return nil
  }

  /// The encoding of the XML declaration that the document begins with, in lower case.
  static func declared(in view: ByteView) -> String? {
    let head = view[0..<min(view.count, 512)].trimmed
    guard head.matches("<?xml", at: 0), let end = head.firstIndex(of: UInt8(ascii: ">"), from: 0) else { return nil }
    let declaration = head[0..<end]
    guard let label = declaration.firstIndex(of: "encoding", from: 0) else { return nil }
    guard let equals = declaration.firstIndex(of: UInt8(ascii: "="), from: label) else { return nil }
    let rest = declaration[equals + 1..<declaration.count].trimmed
    guard !rest.isEmpty, rest[0] == UInt8(ascii: "\"") || rest[0] == UInt8(ascii: "'") else { return nil }
    guard let close = rest.firstIndex(of: rest[0], from: 1) else { return nil }
    return valid(Substring(rest[1..<close].trimmed.string.lowercased()))
  }

  /// What glibc calls an encoding; browsers' readings of names (WHATWG Encoding) first, as feeds are made for them.
  static func iconvName(_ label: String) -> String {
    switch label {
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "us-ascii", "ascii", "ansi", "cp1252",
      "x-cp1252", "windows-1252":
      "WINDOWS-1252"
    case "iso-8859-9", "latin5": "WINDOWS-1254"
    case "iso-8859-11", "tis-620": "CP874"
    case "gb2312", "gbk", "x-gbk", "gb_2312-80", "chinese": "GB18030"
    case "euc-kr", "ks_c_5601-1987", "ksc5601", "korean", "windows-949": "UHC"
    case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j": "CP932"
    case "big5", "big5-hkscs", "x-x-big5": "BIG5-HKSCS"
    case "x-euc-jp": "EUC-JP"
    case "macintosh", "x-mac-roman": "MACINTOSH"
    default: label
    }
  }

  static func isUTF8(_ label: String) -> Bool {
    label == "utf-8" || label == "utf8" || label == "unicode-1-1-utf-8"
  }

  /// A label that may be given to the C library: letters, digits and the usual punctuation.
  private static func valid(_ label: Substring) -> String? {
    let isUsable =
      !label.isEmpty && label.utf8.count <= 40
      && label.utf8.allSatisfy { byte in
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || "-_.:".utf8.contains(byte)
      }
    return isUsable ? String(label) : nil
  }

  private static func trim(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last.isWhitespace || last == "\"" || last == "'" { text.removeLast() }
    while let first = text.first, first.isWhitespace || first == "\"" || first == "'" { text.removeFirst() }
    return text
  }
}
