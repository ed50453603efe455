internal import CastwireBus
internal import Foundation

/// A line of a service's log as `up` shows it: the time, the service, what happened.
struct ServiceLogLine {
  /// The columns of a time and of a service's name, with the gaps after them.
  static let margin = 10 + nameWidth + 2
  private static let nameWidth = 11

  private let time: Date
  private let level: String
  private let message: String
  private let fields: [(name: String, value: String)]

  /// A line of `up` itself.
  init(_ message: String, level: String = "info") {
    self.init(time: Date(), level: level, message: message, fields: [])
  }

  private init(time: Date, level: String, message: String, fields: [(name: String, value: String)]) {
    self.time = time
    self.level = level
    self.message = message
    self.fields = fields
  }

  /// Reads what a service wrote: an entry of its log in JSON, or anything else, such as the last words of a crash.
  init(written line: String) {
    guard line.hasPrefix("{"), let entry = try? BusCoder.decode([String: String].self, from: line.utf8),
      let message = entry["message"]
    else {
      self.init(line, level: "raw")
      return
    }
    let time = entry["time"].flatMap { try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse($0) }
    self.init(
      time: time ?? Date(), level: entry["level"] ?? "info", message: message,
      fields: entry.filter { !["time", "level", "service", "message"].contains($0.key) }
        .map { (name: $0.key, value: $0.value) }.sorted { $0.name < $1.name })
  }

  /// - Parameters:
  ///   - name: of the service.
  ///   - width: of the terminal: fields are shown as far as they fit beside the message. nil shows all.
  func text(_ name: String, colour: Style.Attribute, width: Int?, style: Style) -> String {
    let message = PrintableText.line(message)
    let lines = width.map { DisplayWidth.wrapped(message, to: max(20, $0 - Self.margin)) } ?? [message]
    var text =
      style(ClockTime.text(time), .dim) + "  " + style(DisplayWidth.padded(name, to: Self.nameWidth), colour) + "  "
      + lines.map { style($0, attributes) }.joined(separator: "\n" + String(repeating: " ", count: Self.margin))
    var left = width.map { $0 - Self.margin - DisplayWidth.of(lines.last ?? "") } ?? .max
    for field in fields {
      let shown = PrintableText.line("\(field.name)=\(field.value)")
      left -= DisplayWidth.of(shown) + 2
      guard left >= 0 else { break }
      text += "  " + style(shown, .dim)
    }
    return text
  }

  private var attributes: [Style.Attribute] {
    switch level {
    case "error": [.red]
    case "warning": [.yellow]
    case "debug", "raw": [.dim]
    default: []
    }
  }
}
