import Castwire

@testable import FeedParsing

/// What the scanner reports, as lines of text.
enum ScannerEvents {
  static func events(of document: [UInt8]) -> [String] {
    eventsAndDiagnostics(of: document).events
  }

  /// The events, and the codes of what was found wrong.
  static func eventsAndDiagnostics(of document: [UInt8]) -> (events: [String], diagnostics: [String]) {
    document.withUnsafeBufferPointer { buffer in
      // The mark is the document's, not its text: who reads a document drops it before the scanner begins.
      let all = ByteView(buffer)
      let view = all.matches("\u{feff}", at: 0) ? all[3..<all.count] : all
      var scanner = MarkupScanner(document: view)
      var scratch = ByteBuffer()
      var log = EventLog()
      while true {
        switch scanner.next() {
        case .finished:
          return (log.lines, scanner.diagnostics.list(in: view).map(\.code))
        case .end:
          log.add("end \(view[scanner.closedName].string)")
        case .text:
          let raw = RawText(range: scanner.text, isCDATA: scanner.textIsCDATA)
          // Text outside the root is no text of the document.
          if scanner.depth > 0 { log.text += scanner.withDecoded(raw, scratch: &scratch) { $0.string } }
        case .start:
          log.add("start \(view[scanner.element.localName].string)")
          for index in 0..<scanner.attributes.count {
            let attribute = scanner.attributes[index]
            // XML makes white space in values spaces. The scanner leaves it: in an address it has no meaning.
            let raw = RawText(range: attribute.value)
            let value = scanner.withDecoded(raw, scratch: &scratch) { $0.string }
            log.add("= " + EventLog.withSpaces(value))
          }
        }
      }
    }
  }
}

/// Events as lines, adjoining texts as one.
struct EventLog {
  var lines: [String] = []
  var text = ""

  mutating func add(_ line: String) {
    if !text.isEmpty { lines.append("text \(EventLog.withoutControls(text))") }
    text = ""
    lines.append(EventLog.withoutControls(line))
  }

  /// With Windows-1252's characters for the control characters of ISO 8859-1, as the scanner takes their references.
  private static func withoutControls(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { (0x80..<0xa0).contains($0.value) }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = (0x80..<0xa0).contains(scalar.value)
      result.append(isControl ? Windows1252.scalar(ofExtra: UInt8(scalar.value)) : scalar)
    }
    return String(result)
  }

  /// An attribute's value with spaces for its other white space.
  static func withSpaces(_ value: String) -> String {
    String(decoding: value.utf8.map { $0 == 0x09 || $0 == 0x0a || $0 == 0x0d ? 0x20 : $0 }, as: UTF8.self)
  }
}
