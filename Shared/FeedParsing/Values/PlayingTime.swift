/// Playing times: `3600`, `1:00:00`, `62:30`, `3600.5`, `1h 2m 3s`, `45 min`, `PT1H2M3S`.
enum PlayingTime {
  /// The time in seconds; nil where there is none, where it is 0, or where it is longer than a year.
  static func seconds(_ view: ByteView) -> Double? {
    let text = view.trimmed
    guard !text.isEmpty, text.count <= 64 else { return nil }
    let hasColon = text.firstIndex(of: UInt8(ascii: ":"), from: 0) != nil
    guard let seconds = hasColon ? clock(text) : units(text) else { return nil }
    return seconds > 0 && seconds <= 366 * 86400 ? seconds : nil
  }

  /// Whether the text is blank or says no time at all: zeros and what stands between them.
  static func isZero(_ view: ByteView) -> Bool {
    view.buffer.allSatisfy { byte in
      byte == UInt8(ascii: "0") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || ASCII.isSpace(byte)
    }
  }

  /// `[h:]m:s`, the last with a fraction; a part that is missing counts as 0.
  private static func clock(_ text: ByteView) -> Double? {
    var total = 0.0
    var position = 0
    var parts = 0
    while position <= text.count {
      let end = text.firstIndex(of: UInt8(ascii: ":"), from: position) ?? text.count
      let part = text[position..<end].trimmed
      guard let value = part.isEmpty ? 0 : decimal(part) else { return nil }
      total = total * 60 + value
      parts += 1
      position = end + 1
    }
    return parts <= 3 ? total : nil
  }

  /// A number of seconds, or numbers each with a unit's first letter after it.
  private static func units(_ text: ByteView) -> Double? {
    var total = 0.0
    var position = 0
    var hasUnit = false
    if text[0] | 0x20 == UInt8(ascii: "p") { position = 1 }
    while position < text.count {
      let byte = text[position]
      if ASCII.isSpace(byte) || byte | 0x20 == UInt8(ascii: "t") || byte == UInt8(ascii: ",") {
        position += 1
        continue
      }
      let start = position
      while position < text.count, ASCII.isDigit(text[position]) || text[position] == UInt8(ascii: ".") {
        position += 1
      }
      guard position > start, let value = decimal(text[start..<position]) else { return nil }
      while position < text.count, ASCII.isSpace(text[position]) { position += 1 }
      guard position < text.count else { return hasUnit ? nil : value }
      let unit = text[position] | 0x20
      while position < text.count, ASCII.isLetter(text[position]), text[position] != UInt8(ascii: "T") { position += 1 }
      hasUnit = true
      switch unit {
      case UInt8(ascii: "d"): total += value * 86400
      case UInt8(ascii: "h"): total += value * 3600
      case UInt8(ascii: "m"): total += value * 60
      case UInt8(ascii: "s"): total += value
      default: return nil
      }
    }
    return hasUnit ? total : nil
  }

  /// Digits with one point or comma at most; nil for anything else.
  static func decimal(_ text: ByteView) -> Double? {
    var value = 0.0
    var scale = 0.0
    var digits = 0
    for index in 0..<text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        digits += 1
        if scale > 0 {
          value += Double(byte & 0x0f) * scale
          scale /= 10
        } else {
          value = value * 10 + Double(byte & 0x0f)
        }
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), scale == 0 {
        scale = 0.1
      } else {
        return nil
      }
    }
    return digits > 0 ? value : nil
  }
}
