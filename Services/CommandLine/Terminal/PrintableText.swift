/// Makes text of feeds and services fit to be shown: it must not steer a terminal.
enum PrintableText {
  /// No more marks than so many follow a letter (Stream-Safe Text Format, UAX #15): a publisher could pile up a megabyte.
  private static let mostMarks = 30

  /// The text on one line: white space folded, control characters and marks of direction left out.
  ///
  /// - Parameter keepsIsolates: for words that the formatter joined: it isolates what runs the other way, and `Isolate`
  ///   ends what is not ended.
  static func line(_ text: String, keepsIsolates: Bool = false) -> String {
    if text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F || $0 == 0x20 }), !text.contains("  ") { return text }
    var line = String.UnicodeScalarView()
    var hasGap = false
    var marks = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace && !isKept(space: scalar) {
        hasGap = true
        continue
      }
      guard isShown(scalar) || keepsIsolates && Isolate.isMark(scalar) else { continue }
      if hasGap, !line.isEmpty { line.append(" ") }
      hasGap = false
      marks = isMark(scalar) ? marks + 1 : 0
      if marks <= mostMarks { line.append(scalar) }
    }
    return String(line)
  }

  /// JSON that steers no terminal either: what JSON lets stand unescaped in strings is escaped.
  static func json(_ json: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(json)
    // Control characters beyond ASCII are C2 80 to C2 9F in UTF-8. Outside of strings JSON has neither them nor DEL.
    guard bytes.contains(where: { $0 == 0x7F || $0 == 0xC2 }) else { return bytes }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(bytes.count + 16)
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x7F {
        escaped += "\\u007f".utf8
      } else if bytes[index] == 0xC2, index + 1 < bytes.count, bytes[index + 1] < 0xA0 {
        index += 1
        escaped += "\\u00\(String(bytes[index], radix: 16))".utf8
      } else {
        escaped.append(bytes[index])
      }
      index += 1
    }
    return escaped
  }

  /// Spaces that a locale's words are made with, such as "1 h 42 min" in French, stay as they are.
  private static func isKept(space scalar: Unicode.Scalar) -> Bool {
    [0xA0, 0x2007, 0x202F, 0x3000].contains(scalar.value)
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: return false
    // Of the invisible ones only those that make emoji and letters what they are: joiners and tags.
    case .format: return [0x200C, 0x200D].contains(scalar.value) || (0xE0020...0xE007F).contains(scalar.value)
    default: return true
    }
  }
}
