internal import Foundation

/// The words of relative dates in one locale: "2 years ago", "in 3 days", "now".
struct RelativeDateWords {
  private let locale: Locale
  private let calendar: Calendar

  init(locale: Locale) {
    self.locale = locale
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    calendar.firstWeekday = 2
    self.calendar = calendar
  }

  func words(_ date: RelativeDate) -> String {
    // Foundation has the words for two moments alone, and rounds in ways of its own. Between the beginning of a year that is
    // also one of a week and a moment so many whole units from it there is nothing to round.
    let beginning = Date(timeIntervalSinceReferenceDate: 0)
    let (field, component): (Date.RelativeFormatStyle.Field, Calendar.Component) =
      switch date.unit {
      case .now: (.second, .second)
      case .minute: (.minute, .minute)
      case .hour: (.hour, .hour)
      case .day: (.day, .day)
      case .week: (.week, .weekOfYear)
      case .month: (.month, .month)
      case .year: (.year, .year)
      }
    // Counted forward in both directions: Foundation knows no years before 4713 BC.
    let later = calendar.date(byAdding: component, value: date.count, to: beginning) ?? beginning
    return Date.AnchoredRelativeFormatStyle(
      anchor: date.isFuture ? later : beginning, allowedFields: [field],
      presentation: date.unit == .now ? .named : .numeric, unitsStyle: .wide, locale: locale, calendar: calendar
    ).format(date.isFuture ? beginning : later)
  }
}
