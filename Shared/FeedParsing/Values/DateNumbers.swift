/// The numbers of a date whose parts nothing names: at most a day, a month and a year, told apart by their sizes, their
/// places and what stands between them.
struct DateNumbers {
  private typealias Number = (value: Int, length: Int)

  private var first: Number = (0, 0)
  private var second: Number = (0, 0)
  private var third: Number = (0, 0)
  private(set) var count = 0
  /// What stands between the first two.
  private var separator: UInt8 = 0

  /// Returns whether there is a place for one more.
  mutating func append(_ value: Int, length: Int, after separator: UInt8) -> Bool {
    switch count {
    case 0: first = (value, length)
    case 1:
      second = (value, length)
      self.separator = separator
    case 2: third = (value, length)
    default: return false
    }
    count += 1
    return true
  }

  /// Years of two digits are those from 1950 to 2049, of three those after 1900 (RFC 5322, section 4.3).
  static func year(_ value: Int, length: Int) -> Int {
    switch length {
    case ...2: value + (value < 50 ? 2000 : 1900)
    case 3: value + 1900
    default: value
    }
  }

  /// Sets what of the date is still open; false where there are too many numbers or too few.
  func assign(to time: inout CivilTime) -> Bool {
    if time.year != nil, time.month != nil, time.day != nil { return count == 0 }
    guard time.year == nil, time.day == nil else { return false }
    if time.month != nil {
      guard count == 2 else { return false }
      // `2004 Jan 1` and `Jan 1 2004`; of two short ones the day comes first.
      let isYearFirst = first.length > 2 && second.length <= 2
      set(&time, year: isYearFirst ? first : second, day: isYearFirst ? second : first)
      return true
    }
    guard count == 3 else { return false }
    if first.length > 2 || isShortISO {
      set(&time, year: first, day: third)
      time.month = second.value
      return true
    }
    // With dots the day comes first, with slashes the month, as America writes it, unless it cannot be one.
    let isDayFirst = separator == UInt8(ascii: ".") ? second.value <= 12 : first.value > 12
    set(&time, year: third, day: isDayFirst ? first : second)
    time.month = isDayFirst ? second.value : first.value
    return true
  }

  /// `03-12-31`, a form of ISO 8601 before 2004.
  private var isShortISO: Bool {
    separator == UInt8(ascii: "-") && first.length == 2 && third.length == 2 && second.value <= 12 && third.value <= 31
  }

  private func set(_ time: inout CivilTime, year: Number, day: Number) {
    time.year = DateNumbers.year(year.value, length: year.length)
    time.day = day.value
  }
}
