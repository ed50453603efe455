/// Reads one date: see `FeedDate`.
struct DateReader {
  let text: ByteView
  var time = CivilTime()
  private var position = 0

  init(text: ByteView) {
    self.text = text
  }

  // MARK: ISO 8601

  /// `2003-12-31T10:14:55Z` and what is shorter, without punctuation, or with spaces in it.
  mutating func readISO8601() -> Bool {
    time.year = digits(4)
    (time.month, time.day) = (1, 1)
    let separator = current
    if separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".") {
      position += 1
      guard readCalendarDate(separator: separator) else { return false }
    } else if ASCII.isDigit(separator) {
      guard let month = digits(2) else { return false }
      time.month = month
      if let day = digits(2) { time.day = day }
    }
    if current == UInt8(ascii: ","), ASCII.isSpace(peek(1)) { position += 1 }
    let hasMark = current | 0x20 == UInt8(ascii: "t")
    if hasMark { position += 1 }
    skipSpace()
    if ASCII.isDigit(current) {
      guard readClock() else { return false }
    } else if hasMark {
      return false
    }
    skipSpace()
    return readZone() && isAtEnd
  }

  private mutating func readCalendarDate(separator: UInt8) -> Bool {
    if separator == UInt8(ascii: "-"), let ordinal = digits(3, andNoMore: true) {
      return setOrdinalDay(ordinal)
    }
    guard let month = digits(2) ?? digits(1) else { return false }
    time.month = month
    guard current == separator else { return true }
    position += 1
    guard let day = digits(2) ?? digits(1) else { return false }
    time.day = day
    return true
  }

  private mutating func setOrdinalDay(_ ordinal: Int) -> Bool {
    guard let year = time.year else { return false }
    var (month, day) = (1, ordinal)
    while month <= 12, day > CivilTime.days(inMonth: month, of: year) {
      day -= CivilTime.days(inMonth: month, of: year)
      month += 1
    }
    (time.month, time.day) = (month, day)
    return month <= 12
  }

  // MARK: RFC 822 and other words

  /// `Thu, 01 Jan 2004 19:48:21 GMT`, its parts in any order.
  mutating func readWords() -> Bool {
    var numbers: [(value: Int, length: Int)] = []
    var hasClock = false
    while true {
      skip { ASCII.isSpace($0) || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "/") }
      guard !isAtEnd else { break }
      let byte = current
      if ASCII.isDigit(byte) {
        let isClock = clockFollows
        if isClock, !hasClock {
          guard readClock() else { return false }
          hasClock = true
        } else {
          let start = position
          guard numbers.count < 3, let value = allDigits() else { return false }
          numbers.append((value, position - start))
        }
      } else if ASCII.isLetter(byte) || byte >= 0x80 {
        guard readWord(hasClock: hasClock) else { return false }
      } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
        if hasClock, ASCII.isDigit(peek(1)) {
          guard readZone() else { return false }
        } else {
          position += 1
        }
      } else if byte == UInt8(ascii: "(") {
        skip { $0 != UInt8(ascii: ")") }
        position += 1
      } else {
        return false
      }
    }
    return assign(numbers)
  }

  /// Which of the numbers is the day and which the year; and the month, where it is not a word.
  private mutating func assign(_ numbers: [(value: Int, length: Int)]) -> Bool {
    var rest = numbers
    guard let yearIndex = rest.firstIndex(where: { $0.length == 4 }) ?? rest.indices.last else { return false }
    let year = rest.remove(at: yearIndex)
    time.year = year.length > 2 ? year.value : year.value + (year.value < 50 ? 2000 : 1900)
    if time.month == nil {
      guard rest.count == 2 else { return false }
      let isDayFirst = rest[0].value > 12
      time.month = rest[isDayFirst ? 1 : 0].value
      time.day = rest[isDayFirst ? 0 : 1].value
      return true
    }
    time.day = rest.first?.value
    return rest.count == 1
  }

  /// A month's name, a zone's, AM or PM; days of the week and the like are passed over.
  private mutating func readWord(hasClock: Bool) -> Bool {
    let start = position
    skip { ASCII.isLetter($0) || $0 >= 0x80 }
    let word = text[start..<position]
    if time.month == nil, word.count >= 3, let month = DateNames.month(word) {
      time.month = month
    } else if word.equalsIgnoringCase("am") || word.equalsIgnoringCase("pm") {
      guard hasClock, time.hour <= 12 else { return false }
      time.hour = time.hour % 12 + (word.equalsIgnoringCase("pm") ? 12 : 0)
    } else if hasClock, ASCII.isLetter(word[0]) {
      position = start
      return readZone()
    }
    return true
  }

  // MARK: Clock and zone

  private var clockFollows: Bool {
    var index = position
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    return index - position <= 2 && index < text.count && text[index] == UInt8(ascii: ":")
  }

  /// `hh:mm[:ss[.f]]`, or the same without colons.
  private mutating func readClock() -> Bool {
    guard let hour = digits(2) ?? digits(1) else { return false }
    time.hour = hour
    if current == UInt8(ascii: ":") { position += 1 }
    guard let minute = digits(2) ?? digits(1) else { return isAtEnd || !ASCII.isDigit(current) }
    time.minute = minute
    if current == UInt8(ascii: ":") { position += 1 }
    guard let second = digits(2) ?? digits(1) else { return true }
    time.second = Double(second)
    guard current == UInt8(ascii: ".") || current == UInt8(ascii: ","), ASCII.isDigit(peek(1)) else { return true }
    position += 1
    var scale = 0.1
    while ASCII.isDigit(current) {
      time.second += Double(current & 0x0f) * scale
      scale /= 10
      position += 1
    }
    return true
  }

  /// `Z`, `GMT`, `EST`, `+01:00`, `+0100`, `+1`, `GMT+1`; or nothing.
  private mutating func readZone() -> Bool {
    if ASCII.isLetter(current) {
      let start = position
      skip { ASCII.isLetter($0) || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "_") }
      time.offset = DateNames.zoneOffset(text[start..<position]) ?? 0
      skipSpace()
    }
    guard current == UInt8(ascii: "+") || current == UInt8(ascii: "-") else { return true }
    let sign = current == UInt8(ascii: "-") ? -1 : 1
    position += 1
    guard let hours = digits(2) ?? digits(1) else { return false }
    if current == UInt8(ascii: ":") { position += 1 }
    let minutes = digits(2) ?? 0
    time.offset = sign * (hours * 3600 + minutes * 60)
    skipSpace()
    return true
  }

  // MARK: Bytes

  private var isAtEnd: Bool { position >= text.count }
  /// The byte at the position; 0 past the end.
  private var current: UInt8 { peek(0) }

  private func peek(_ offset: Int) -> UInt8 {
    position + offset < text.count ? text[position + offset] : 0
  }

  private mutating func skip(while condition: (UInt8) -> Bool) {
    while position < text.count, condition(text[position]) { position += 1 }
  }

  private mutating func skipSpace() {
    skip(while: ASCII.isSpace)
  }

  /// Exactly `count` digits; nil leaves the position as it is.
  private mutating func digits(_ count: Int, andNoMore: Bool = false) -> Int? {
    var value = 0
    for offset in 0..<count {
      guard ASCII.isDigit(peek(offset)) else { return nil }
      value = value * 10 + Int(peek(offset) & 0x0f)
    }
    if andNoMore, ASCII.isDigit(peek(count)) { return nil }
    position += count
    return value
  }

  private mutating func allDigits() -> Int? {
    var value = 0
    let start = position
    while ASCII.isDigit(current), position - start < 9 {
      value = value * 10 + Int(current & 0x0f)
      position += 1
    }
    return ASCII.isDigit(current) ? nil : value
  }
}
