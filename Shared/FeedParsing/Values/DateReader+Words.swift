/// RFC 822 and its successors, asctime, and dates in words or in numbers alone.
extension DateReader {
  /// `Thu, 01 Jan 2004 19:48:21 GMT`, its parts in any order.
  mutating func readWords() -> Bool {
    var numbers = DateNumbers()
    var separator = UInt8(0)
    while !isAtEnd {
      let byte = current
      switch byte {
      case _ where ASCII.isDigit(byte):
        if clockFollows(numbers) {
          guard readClock() else { return false }
        } else if !readNumber(&numbers, after: separator) {
          return false
        }
        separator = 0
      case _ where wideSpaceLength > 0: position += wideSpaceLength
      case _ where ASCII.isLetter(byte) || byte >= 0x80:
        guard readHalfOfDay() || readWord() else { return false }
      case UInt8(ascii: "+"), UInt8(ascii: "-"):
        if hasClock, ASCII.isDigit(peek(1)) {
          guard readZone() else { return false }
        } else {
          separator = byte
          position += 1
        }
      case UInt8(ascii: "("): readComment(until: UInt8(ascii: ")"))
      case UInt8(ascii: "["): readComment(until: UInt8(ascii: "]"))
      case UInt8(ascii: "."), UInt8(ascii: "/"):
        separator = byte
        position += 1
      case UInt8(ascii: ","), UInt8(ascii: "'"), UInt8(ascii: "|"), UInt8(ascii: "@"), UInt8(ascii: ";"):
        position += 1
      case _ where ASCII.isSpace(byte): position += 1
      default: return false
      }
    }
    applyHalfOfDay()
    return numbers.assign(to: &time)
  }

  /// `AM`, `p.m.` and what they are in East Asia.
  mutating func readHalfOfDay() -> Bool {
    if current >= 0x80 {
      for (word, isAfternoon) in DateNames.halvesOfDay where text.matches(word, at: position) {
        position += word.utf8CodeUnitCount
        self.isAfternoon = isAfternoon
        return true
      }
    }
    let first = current | 0x20
    guard hasClock, first == UInt8(ascii: "a") || first == UInt8(ascii: "p") else { return false }
    var length = 1
    if peek(length) == UInt8(ascii: ".") { length += 1 }
    guard peek(length) | 0x20 == UInt8(ascii: "m"), !ASCII.isLetter(peek(length + 1)) else { return false }
    position += length + 1
    isAfternoon = first == UInt8(ascii: "p")
    return true
  }

  /// A month's name or a zone's; days of the week and the like are passed over.
  private mutating func readWord() -> Bool {
    let start = position
    skip { ASCII.isLetter($0) || $0 >= 0x80 }
    let word = text[start..<position]
    if let found = DateNames.month(word), time.month == nil || monthMayBeWeekday {
      (time.month, monthMayBeWeekday) = (found.month, found.mayBeWeekday)
    } else if hasClock, ASCII.isLetter(word[0]) {
      position = start
      return readZone()
    }
    return true
  }

  /// The length of a space beyond ASCII: no-break, narrow or ideographic.
  private var wideSpaceLength: Int {
    guard current >= 0x80 else { return 0 }
    if text.matches("\u{a0}", at: position) { return 2 }
    return text.matches("\u{202f}", at: position) || text.matches("\u{3000}", at: position) ? 3 : 0
  }

  /// Whether the digits here are a clock: before a colon, or, once the date is whole, before a dot or an `h`, or four.
  private func clockFollows(_ numbers: DateNumbers) -> Bool {
    guard !hasClock else { return false }
    var index = position
    while index < text.count, ASCII.isDigit(text[index]) { index += 1 }
    let isWhole = numbers.count + (time.month == nil ? 0 : 1) >= 3
    if isWhole, index - position == 4 { return true }
    guard index - position <= 2, index < text.count else { return false }
    if text[index] == UInt8(ascii: ":") { return true }
    guard text[index] == UInt8(ascii: ".") || text[index] | 0x20 == UInt8(ascii: "h"),
      isWhole, index + 2 < text.count
    else { return false }
    return ASCII.isDigit(text[index + 1]) && ASCII.isDigit(text[index + 2])
  }

  /// A number, with what may follow it at once: `1st`, `5日`.
  private mutating func readNumber(_ numbers: inout DateNumbers, after separator: UInt8) -> Bool {
    let start = position
    var value = 0
    while ASCII.isDigit(current), position - start < 6 {
      value = value * 10 + Int(current & 0x0f)
      position += 1
    }
    guard !ASCII.isDigit(current) else { return false }
    let length = position - start
    if current >= 0x80, let (part, size) = DateNames.part(in: text, at: position) {
      position += size
      return set(part, to: value, length: length)
    }
    if ASCII.isLetter(current) || current >= 0x80 { skipOrdinalSuffix() }
    return numbers.append(value, length: length, after: separator)
  }

  private mutating func skipOrdinalSuffix() {
    for suffix in DateNames.ordinalSuffixes
    where text.matchesIgnoringCase(suffix, at: position) && !ASCII.isLetter(peek(suffix.utf8CodeUnitCount)) {
      position += suffix.utf8CodeUnitCount
      return
    }
  }

  private mutating func set(_ part: DateNames.Part, to value: Int, length: Int) -> Bool {
    switch part {
    case .year: time.year = DateNumbers.year(value, length: length)
    case .month: time.month = value
    case .day: time.day = value
    case .hour: (time.hour, hasClock) = (value, true)
    case .minute: time.minute = value
    case .second: time.second = Double(value)
    }
    return true
  }
}
