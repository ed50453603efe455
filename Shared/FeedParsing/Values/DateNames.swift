/// The names of months and time zones in dates.
enum DateNames {
  /// 1 to 12, by the first three letters of the English name.
  static func month(_ word: ByteView) -> Int? {
    let names: [StaticString] = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    return names.firstIndex { word.matchesIgnoringCase($0, at: 0) }.map { $0 + 1 }
  }

  /// Seconds east of Greenwich; nil for a zone that is not known or has no one meaning.
  static func zoneOffset(_ name: ByteView) -> Int? {
    zones[NameHash(name)].map { Int($0 * 3600) }
  }

  /// In hours. RFC 822's American zones first; then those that feeds were seen to use.
  private static let zones = NameTable<Double>([
    ("ut", 0), ("utc", 0), ("gmt", 0), ("z", 0), ("wet", 0),
    ("est", -5), ("edt", -4), ("et", -5), ("cst", -6), ("cdt", -5), ("ct", -6), ("mst", -7), ("mdt", -6), ("mt", -7),
    ("pst", -8), ("pdt", -7), ("pt", -8), ("akst", -9), ("akdt", -8), ("hst", -10), ("ast", -4), ("adt", -3),
    ("nst", -3.5), ("ndt", -2.5), ("brt", -3), ("bst", 1), ("west", 1), ("cet", 1), ("met", 1), ("mez", 1),
    ("cest", 2), ("mest", 2), ("mesz", 2), ("eet", 2), ("sast", 2), ("eest", 3), ("msk", 3), ("msd", 4), ("ist", 5.5),
    ("hkt", 8), ("sgt", 8), ("awst", 8), ("jst", 9), ("kst", 9), ("acst", 9.5), ("aest", 10), ("acdt", 10.5),
    ("aedt", 11), ("nzst", 12), ("nzdt", 13),
  ])
}
