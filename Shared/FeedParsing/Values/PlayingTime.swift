/// Playing times: `3600`, `1:00:00`, `62:30`, `3600.5`, `1h 2m 3s`, `45 min`, `1 hr 5 mins`, `PT1H2M3S`.
///
/// Two numbers with a colon are minutes and seconds, unless a word says that they are hours.
enum PlayingTime {
  /// The time in seconds; nil where there is none, where it is 0, or where it is longer than a year.
  static func seconds(_ view: ByteView) -> Double? {
    guard let seconds = anySeconds(view) else { return nil }
    return seconds > 0 && seconds <= 366 * 86400 ? seconds : nil
  }

  /// Whether the text is blank or says no time at all, which is how some programs say that they do not know.
  static func isZero(_ view: ByteView) -> Bool {
    view.buffer.allSatisfy { byte in
      byte == UInt8(ascii: "0") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") || ASCII.isSpace(byte)
    } || anySeconds(view) == 0
  }

  private static func anySeconds(_ view: ByteView) -> Double? {
    var text = view.trimmed
    if !text.isEmpty, text[0] == UInt8(ascii: "~") { text = text[1..<text.count].trimmed }
    guard !text.isEmpty, text.count <= 64 else { return nil }
    if text.firstIndex(of: UInt8(ascii: ":"), from: 0) != nil { return clock(text) }
    if text[0] | 0x20 == UInt8(ascii: "p") { return ISO8601(text) }
    return bareNumber(text) ?? units(text)
  }

  /// `[h:]m:s`, the last with a fraction; a part that is missing counts as 0.
  private static func clock(_ view: ByteView) -> Double? {
    var text = view
    while text.count > 0, ASCII.isLetter(text[text.count - 1]) || text[text.count - 1] == UInt8(ascii: ".") {
      text = text[0..<text.count - 1]
    }
    let unit = text.count < view.count ? PlayingTimeUnit.unit(in: view, at: text.count)?.seconds : 1
    guard let unit else { return nil }
    text = text.trimmed
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
    guard parts <= 3 else { return nil }
    return parts == 2 && unit == 3600 ? total * 60 : total
  }

  /// A number alone: seconds. A comma before three digits and the end groups them.
  private static func bareNumber(_ text: ByteView) -> Double? {
    let comma = text.firstIndex(of: UInt8(ascii: ","), from: 0)
    if let comma, comma > 0, comma + 4 == text.count { return Numbers.count(text).map(Double.init) }
    return decimal(text)
  }

  /// Numbers each with a unit after it. A last one without has the unit below: `1h05`.
  private static func units(_ text: ByteView) -> Double? {
    var total = 0.0
    var position = 0
    var unit = 0.0
    while position < text.count {
      let byte = text[position]
      if ASCII.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "&") {
        position += 1
        continue
      }
      if unit > 0, text.matchesIgnoringCase("and ", at: position) {
        position += 4
        continue
      }
      let start = position
      while position < text.count, ASCII.isDigit(text[position]) || isPoint(text, at: position) { position += 1 }
      guard position > start, let value = decimal(text[start..<position]) else { return nil }
      while position < text.count, ASCII.isSpace(text[position]) { position += 1 }
      if position == text.count, unit == 3600 || unit == 60 { return total + value * unit / 60 }
      guard let found = PlayingTimeUnit.unit(in: text, at: position) else { return nil }
      position += found.length
      unit = found.seconds
      total += value * unit
    }
    return unit > 0 ? total : nil
  }

  /// A point or comma between digits.
  private static func isPoint(_ text: ByteView, at index: Int) -> Bool {
    (text[index] == UInt8(ascii: ".") || text[index] == UInt8(ascii: ",")) && index > 0 && index + 1 < text.count
      && ASCII.isDigit(text[index - 1]) && ASCII.isDigit(text[index + 1])
  }

  /// `PT1H2M3S`, `P1DT2H`, `P1W` (ISO 8601). Years and months have no one length: none but 0 of them may be there.
  private static func ISO8601(_ text: ByteView) -> Double? {
    var total = 0.0
    var position = 1
    var isClock = false
    var parts = 0
    while position < text.count {
      if text[position] | 0x20 == UInt8(ascii: "t") {
        isClock = true
        position += 1
        continue
      }
      let start = position
      while position < text.count, !ASCII.isLetter(text[position]) { position += 1 }
      guard position < text.count, let value = decimal(text[start..<position].trimmed) else { return nil }
      switch (text[position] | 0x20, isClock) {
      case (UInt8(ascii: "w"), false): total += value * 604_800
      case (UInt8(ascii: "d"), false): total += value * 86_400
      // The T is often forgotten.
      case (UInt8(ascii: "h"), _): total += value * 3600
      case (UInt8(ascii: "m"), true): total += value * 60
      case (UInt8(ascii: "s"), _): total += value
      case (UInt8(ascii: "y"), false), (UInt8(ascii: "m"), false): guard value == 0 else { return nil }
      default: return nil
      }
      parts += 1
      position += 1
    }
    return parts > 0 ? total : nil
  }

  /// Digits with one point or comma at most; nil for anything else.
  static func decimal(_ text: ByteView) -> Double? {
    var value = 0.0
    var scale = 1.0
    var digits = 0
    var hasPoint = false
    for index in 0..<text.count {
      let byte = text[index]
      if ASCII.isDigit(byte) {
        digits += 1
        // What is less than a nanosecond does not count.
        guard !hasPoint || scale < 1e9 else { continue }
        value = value * 10 + Double(byte & 0x0f)
        if hasPoint { scale *= 10 }
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), !hasPoint {
        hasPoint = true
      } else {
        return nil
      }
    }
    return digits > 0 ? value / scale : nil
  }
}
