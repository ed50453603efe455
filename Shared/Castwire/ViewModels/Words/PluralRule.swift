/// The forms that a noun has beside a number (Unicode CLDR, Language Plural Rules).
enum PluralCategory: Hashable, CaseIterable {
  case zero, one, two, few, many, other
}

/// Which form a language has beside a whole number that is not negative: CLDR's cardinal rules without their operands for
/// fractions.
enum PluralRule: Hashable, CaseIterable {
  /// One form for all (Chinese, Japanese, Korean).
  case none
  /// 1 is one (English, German).
  case one
  /// 0 and 1 are one (Hindi).
  case zeroAndOne
  /// 1 is one, whole millions are many (Spanish, Italian, European Portuguese).
  case oneAndMillions
  /// 0 and 1 are one, whole millions are many (French, Brazilian Portuguese).
  case zeroOneAndMillions
  /// 1 is one, 2 two (Hebrew).
  case oneAndTwo
  /// 1, 2 to 4, all others (Czech).
  case czech
  /// 1; 2 to 4, 22 to 24 and so on; all others.
  case polish
  /// 1, 21 and so on; 2 to 4, 22 to 24 and so on; all others (Russian, Ukrainian).
  case eastSlavic
  /// All six forms.
  case arabic

  /// The form beside `number`, which is not negative.
  func category(of number: Int) -> PluralCategory {
    switch self {
    case .none: .other
    case .one: number == 1 ? .one : .other
    case .zeroAndOne: number <= 1 ? .one : .other
    case .oneAndMillions: number == 1 ? .one : Self.millions(number)
    case .zeroOneAndMillions: number <= 1 ? .one : Self.millions(number)
    case .oneAndTwo: number == 1 ? .one : number == 2 ? .two : .other
    case .czech: number == 1 ? .one : (2...4).contains(number) ? .few : .other
    case .polish: number == 1 ? .one : Self.isFewInSlavic(number) ? .few : .many
    case .eastSlavic:
      number % 10 == 1 && number % 100 != 11 ? .one : Self.isFewInSlavic(number) ? .few : .many
    case .arabic: Self.arabic(number)
    }
  }

  private static func millions(_ number: Int) -> PluralCategory {
    number != 0 && number % 1_000_000 == 0 ? .many : .other
  }

  private static func isFewInSlavic(_ number: Int) -> Bool {
    (2...4).contains(number % 10) && !(12...14).contains(number % 100)
  }

  private static func arabic(_ number: Int) -> PluralCategory {
    switch number {
    case 0: .zero
    case 1: .one
    case 2: .two
    default:
      switch number % 100 {
      case 3...10: .few
      case 11...99: .many
      default: .other
      }
    }
  }
}
