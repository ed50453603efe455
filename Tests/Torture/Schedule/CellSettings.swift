import TestSupport

/// In which words the formatter makes cells.
struct CellSettings: Sendable, Hashable {
  /// Words, digits, calendars and directions that differ.
  private static let allLocales = ["ar", "en_US", "ja_JP", "pl_PL", "th_TH"]
  /// The same instant falls on three days.
  private static let timeZones = ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"]

  /// What a run begins with.
  static let first = CellSettings(locales: ["ar", "en_US"], timeZone: "UTC")

  private(set) var locales: [String]
  private(set) var timeZone: String

  /// The formatter's options.
  var words: [String] {
    locales.flatMap { ["--locale", $0] } + ["--time-zone", timeZone]
  }

  /// One locale more or one fewer, now and then all others or another time zone.
  func changed(using generator: inout SeededGenerator) -> CellSettings {
    var changed = self
    let others = Self.allLocales.filter { !locales.contains($0) }
    switch generator.below(8) {
    case 0: changed.locales = others
    case 1:
      let zones = Self.timeZones.filter { $0 != timeZone }
      changed.timeZone = zones[generator.below(zones.count)]
    case _ where locales.count > 2: changed.locales.remove(at: generator.below(locales.count))
    case _: changed.locales.append(others[generator.below(others.count)])
    }
    return changed
  }
}
