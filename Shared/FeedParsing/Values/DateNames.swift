/// The names that stand in dates, of months and time zones above all.
enum DateNames {
  /// 1 to 12, by how the name begins; and whether some language has a day of the week that begins so.
  static func month(_ word: ByteView) -> (month: Int, mayBeWeekday: Bool)? {
    guard word.count >= 3 else { return nil }
    let key = UInt32(word[0] | 0x20) << 16 | UInt32(word[1] | 0x20) << 8 | UInt32(word[2] | 0x20)
    // English first: nearly all feeds have it. Of five letters and more, `mar` also begins the Finnish November.
    switch key {
    case packed("jan"): return (1, false)
    case packed("feb"): return (2, false)
    case packed("mar") where word.count <= 5: return (3, true)
    case packed("apr"): return (4, false)
    case packed("may"): return (5, false)
    case packed("jun"): return (6, false)
    case packed("jul"): return (7, false)
    case packed("aug"): return (8, false)
    case packed("sep"): return (9, false)
    case packed("oct"): return (10, false)
    case packed("nov"): return (11, false)
    case packed("dec"): return (12, false)
    case packed("mon"), packed("tue"), packed("wed"), packed("thu"), packed("fri"), packed("sat"), packed("sun"),
      packed("gmt"), packed("utc"), packed("est"), packed("edt"), packed("pst"), packed("pdt"):
      return nil
    default: break
    }
    let folded = FoldedWord(word)
    var best: (name: StaticString, month: Int)?
    for (name, month) in months
    where name.utf8CodeUnitCount > (best?.name.utf8CodeUnitCount ?? 0) && folded.hasPrefix(name) {
      best = (name, month)
    }
    return best.map { ($0.month, folded.hasPrefix("mar") || folded.hasPrefix("paz")) }
  }

  @inline(__always)
  private static func packed(_ letters: StaticString) -> UInt32 {
    UInt32(letters.utf8Start[0]) << 16 | UInt32(letters.utf8Start[1]) << 8 | UInt32(letters.utf8Start[2])
  }

  /// How the names of months begin, in lower case and without accents: those of German, French, Spanish, Italian,
  /// Portuguese, Dutch, Polish, Czech, Swedish, Danish, Norwegian, Finnish, Turkish, Hungarian, Romanian, Greek, Russian
  /// and Ukrainian. The longest that fits counts.
  private static let months: [(name: StaticString, month: Int)] = [
    ("jan", 1), ("ene", 1), ("gen", 1), ("ian", 1), ("sty", 1), ("led", 1), ("oca", 1), ("tam", 1), ("янв", 1),
    ("січ", 1), ("ιαν", 1),
    ("feb", 2), ("fev", 2), ("lut", 2), ("uno", 2), ("sub", 2), ("hel", 2), ("фев", 2), ("лют", 2), ("φεβ", 2),
    ("mar", 3), ("mrt", 3), ("mrz", 3), ("maart", 3), ("maalis", 3), ("bre", 3), ("мар", 3), ("бер", 3), ("μαρ", 3),
    ("apr", 4), ("avr", 4), ("abr", 4), ("kwi", 4), ("dub", 4), ("huh", 4), ("nis", 4), ("апр", 4), ("кві", 4),
    ("απρ", 4),
    ("may", 5), ("mai", 5), ("maj", 5), ("mei", 5), ("mag", 5), ("kve", 5), ("tou", 5), ("май", 5), ("мая", 5),
    ("тра", 5), ("μαι", 5),
    ("jun", 6), ("juin", 6), ("giu", 6), ("cze", 6), ("cerven", 6), ("cervna", 6), ("cvn", 6), ("kesa", 6), ("haz", 6),
    ("iun", 6), ("июн", 6), ("чер", 6), ("ιουν", 6),
    ("jul", 7), ("juil", 7), ("lug", 7), ("lip", 7), ("cervenc", 7), ("cervenec", 7), ("cvc", 7), ("heina", 7),
    ("tem", 7), ("iul", 7), ("июл", 7), ("лип", 7), ("ιουλ", 7),
    ("aug", 8), ("aou", 8), ("ago", 8), ("sie", 8), ("srp", 8), ("elo", 8), ("agu", 8), ("авг", 8), ("серп", 8),
    ("αυγ", 8),
    ("sep", 9), ("set", 9), ("szep", 9), ("wrz", 9), ("zar", 9), ("syys", 9), ("eyl", 9), ("сен", 9), ("вер", 9),
    ("σεπ", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("paz", 10), ("rij", 10), ("lok", 10), ("eki", 10),
    ("окт", 10), ("жов", 10), ("οκτ", 10),
    ("nov", 11), ("lis", 11), ("marras", 11), ("kas", 11), ("noi", 11), ("ноя", 11), ("лис", 11), ("νοε", 11),
    ("dec", 12), ("dez", 12), ("dic", 12), ("des", 12), ("gru", 12), ("pro", 12), ("jou", 12), ("ara", 12),
    ("дек", 12), ("гру", 12), ("δεκ", 12),
  ]

  enum Part { case year, month, day, hour, minute, second }

  /// The sign after a number in Chinese, Japanese and Korean dates, and how many bytes it has.
  static func part(in text: ByteView, at index: Int) -> (Part, Int)? {
    for (sign, part) in parts where text.matches(sign, at: index) { return (part, sign.utf8CodeUnitCount) }
    return nil
  }

  private static let parts: [(StaticString, Part)] = [
    ("年", .year), ("년", .year), ("月", .month), ("월", .month), ("日", .day), ("일", .day), ("号", .day),
    ("時", .hour), ("时", .hour), ("点", .hour), ("點", .hour), ("시", .hour), ("分", .minute), ("분", .minute),
    ("秒", .second), ("초", .second),
  ]

  /// Before noon and after it, in Chinese, Japanese and Korean.
  static let halvesOfDay: [(word: StaticString, isAfternoon: Bool)] = [
    ("午前", false), ("上午", false), ("오전", false), ("凌晨", false), ("早上", false), ("午後", true), ("下午", true),
    ("오후", true), ("晚上", true),
  ]

  /// What stands at once after the number of a day, in English, French and Spanish.
  static let ordinalSuffixes: [StaticString] = ["st", "nd", "rd", "th", "er", "º", "°"]

  /// Seconds east of Greenwich; nil for a zone that is not known or has no one meaning.
  static func zoneOffset(_ name: ByteView) -> Int? {
    zones[NameHash(name)].map { Int($0 * 3600) }
  }

  /// In hours. RFC 822's American zones first; then those that feeds were seen to use.
  private static let zones = NameTable<Double>([
    ("ut", 0), ("utc", 0), ("gmt", 0), ("z", 0), ("wet", 0),
    ("est", -5), ("edt", -4), ("et", -5), ("cst", -6), ("cdt", -5), ("ct", -6), ("mst", -7), ("mdt", -6), ("mt", -7),
    ("pst", -8), ("pdt", -7), ("pt", -8), ("akst", -9), ("akdt", -8), ("ast", -4), ("adt", -3),
    ("nst", -3.5), ("ndt", -2.5), ("brt", -3), ("bst", 1), ("west", 1), ("cet", 1), ("met", 1), ("mez", 1),
    ("cest", 2), ("mest", 2), ("mesz", 2), ("eet", 2), ("sast", 2), ("eest", 3), ("msk", 3), ("msd", 4), ("ist", 5.5),
    ("hkt", 8), ("sgt", 8), ("awst", 8), ("jst", 9), ("kst", 9), ("acst", 9.5), ("aest", 10), ("acdt", 10.5),
    ("aedt", 11), ("nzst", 12), ("nzdt", 13), ("wib", 7), ("wita", 8), ("wit", 9), ("pht", 8), ("ict", 7), ("pkt", 5),
    ("npt", 5.75), ("gst", 4), ("trt", 3), ("eat", 3), ("cat", 2), ("wat", 1), ("idt", 3), ("irst", 3.5), ("art", -3),
    ("clt", -4), ("clst", -3), ("cot", -5), ("pet", -5), ("vet", -4), ("brst", -2), ("akt", -9), ("yekt", 5),
    ("hst", -10), ("chst", 10), ("sst", -11),
  ])
}
