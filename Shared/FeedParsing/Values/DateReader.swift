/// Reads one date: see `FeedDate`. Here is what all forms share; the forms themselves are in the extensions.
struct DateReader {
  let text: ByteView
  var time = CivilTime()
  var position = 0
  var hasClock = false
  /// Whether there is a zone that is known and possible.
  private(set) var hasZone = false
  /// Whether the clock's hours are those of the morning or of the afternoon, where that is said.
  var isAfternoon: Bool?
  /// Whether the word that was taken for a month's name might have been a day's: French has both `mar.` and `mars`.
  var monthMayBeWeekday = false

  init(text: ByteView) {
    self.text = text
  }

  // MARK: Clock

  /// `hh:mm[:ss[.f]]`, the same without colons or with dots or an `h` for them; the last part may have a fraction.
  mutating func readClock() -> Bool {
    hasClock = true
    guard let hour = digits(2) ?? digits(1) else { return false }
    time.hour = hour
    if isFraction, !(ASCII.isDigit(peek(1)) && ASCII.isDigit(peek(2)) && !ASCII.isDigit(peek(3))) {
      let minutes = readFraction() * 60
      time.minute = Int(minutes)
      time.second = (minutes - Double(time.minute)) * 60
      return true
    }
    let separator = current
    if separator == UInt8(ascii: ":") || separator == UInt8(ascii: ".") || separator | 0x20 == UInt8(ascii: "h") {
      position += 1
    }
    guard let minute = digits(2) ?? digits(1) else { return isAtEnd || !ASCII.isDigit(current) }
    time.minute = minute
    if isFraction, separator != UInt8(ascii: ".") {
      time.second = readFraction() * 60
      return true
    }
    let hasSeparator = current == UInt8(ascii: ":") || current == UInt8(ascii: ".") && ASCII.isDigit(peek(1))
    if hasSeparator { position += 1 }
    guard let second = digits(2) ?? digits(1) else { return true }
    time.second = Double(second)
    if isFraction || current == UInt8(ascii: ":") && ASCII.isDigit(peek(1)) { time.second += readFraction() }
    return true
  }

  private var isFraction: Bool {
    (current == UInt8(ascii: ".") || current == UInt8(ascii: ",")) && ASCII.isDigit(peek(1))
  }

  /// The digits after a point or comma, below 1. What is less than a nanosecond does not count.
  private mutating func readFraction() -> Double {
    position += 1
    var (value, scale) = (0.0, 1.0)
    while ASCII.isDigit(current) {
      if scale < 1e9 {
        value = value * 10 + Double(current & 0x0f)
        scale *= 10
      }
      position += 1
    }
    return value / scale
  }

  /// Makes the hours count from midnight. Clocks of 24 hours with an AM or PM after them are right already.
  mutating func applyHalfOfDay() {
    guard let isAfternoon, time.hour <= 12 else { return }
    time.hour = time.hour % 12 + (isAfternoon ? 12 : 0)
  }

  // MARK: Zone

  /// `Z`, `GMT`, `EST`, `+01:00`, `+0100`, `+1`, `GMT+1`; or nothing. Returns whether what is there can be meant.
  mutating func readZone() -> Bool {
    if ASCII.isLetter(current) {
      let start = position
      skip { ASCII.isLetter($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_") }
      adoptZone(named: text[start..<position])
      skipSpace()
    }
    return readOffset()
  }

  mutating func adoptZone(named name: ByteView) {
    guard let offset = DateNames.zoneOffset(name), !hasZone else { return }
    (time.offset, hasZone) = (offset, true)
  }

  private mutating func readOffset() -> Bool {
    let sign: Int
    if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") {
      sign = current == UInt8(ascii: "-") ? -1 : 1
      position += 1
    } else if text.matches("\u{2212}", at: position) {
      sign = -1
      position += 3
    } else {
      return true
    }
    var length = 0
    while ASCII.isDigit(peek(length)) { length += 1 }
    // `+100` is an hour.
    guard let hours = length == 3 ? digits(1) : digits(2) ?? digits(1) else { return false }
    let hasColon = current == UInt8(ascii: ":")
    if hasColon { position += 1 }
    // `+00:0` was cut off.
    let minutes = digits(2) ?? (hasColon ? digits(1) : nil) ?? 0
    if current == UInt8(ascii: ":") { position += 1 }
    let seconds = digits(2) ?? 0
    let offset = sign * (hours * 3600 + minutes * 60 + seconds)
    // A zone that cannot be is the only thing wrong with the date.
    if minutes < 60, seconds < 60, CivilTime.isPossible(offset: offset) { (time.offset, hasZone) = (offset, true) }
    skipSpace()
    return true
  }

  /// What stands in brackets: a comment, or the zone where nothing else tells it.
  mutating func readComment(until close: UInt8) {
    position += 1
    let start = position
    skip { $0 != close }
    let comment = text[start..<position].trimmed
    position += 1
    if hasClock { adoptZone(named: comment) }
  }

  // MARK: Bytes

  var isAtEnd: Bool { position >= text.count }
  /// The byte at the position; 0 past the end.
  var current: UInt8 { peek(0) }

  func peek(_ offset: Int) -> UInt8 {
    position + offset < text.count ? text[position + offset] : 0
  }

  mutating func skip(while condition: (UInt8) -> Bool) {
    while position < text.count, condition(text[position]) { position += 1 }
  }

  mutating func skipSpace() {
    skip(while: ASCII.isSpace)
  }

  /// Exactly `count` digits; nil leaves the position as it is.
  mutating func digits(_ count: Int, andNoMore: Bool = false) -> Int? {
    var value = 0
    for offset in 0..<count {
      guard ASCII.isDigit(peek(offset)) else { return nil }
      value = value * 10 + Int(peek(offset) & 0x0f)
    }
    if andNoMore, ASCII.isDigit(peek(count)) { return nil }
    position += count
    return value
  }
}
