internal import Castwire
internal import Foundation

/// Measures how many cells a second the view models make from the sample, on one core.
struct CellBenchmark {
  private var runs = 5
  private var count = 100_000
  private var parts: [String] = []

  init(arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--runs": runs = try Measuring.runs(rest.popFirst())
      case "--cells":
        guard let word = rest.popFirst(), let number = Int(word), number > 0 else {
          throw UsageError(message: "--cells needs a number above 0")
        }
        count = number
      case "episodes", "videos", "titles": parts.append(argument)
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  func run() throws {
    if parts != ["titles"] { measureCells() }
    if parts.isEmpty || parts.contains("titles") { try TitleBenchmark(runs: runs, count: max(1, count / 5)).run() }
  }

  private func measureCells() {
    print("cells a second of processor time, \(count) of the sample: the first time, when nothing is kept yet, and the")
    print(
      "median of \(runs) more; what is kept then; and Foundation's formatters for each value, by a hundredth of them")
    print(row("", "first", "again", "entries", "bytes", "Foundation"))
    if parts.isEmpty || parts.contains("episodes") { measureEpisodes() }
    if parts.isEmpty || parts.contains("videos") { measureVideos() }
    measureLocales()
  }

  private static let locales = ["en_US", "de_DE", "ar_EG", "ja_JP"]

  private func measureEpisodes() {
    let episodes = SampleCatalog.episodes(count)
    for locale in Self.locales {
      let context = Self.context(locale)
      measure("episodes \(locale)", episodes) {
        EpisodeCellViewModel(episode: $0, context: context).info.utf8.count
      } yardstick: {
        Yardstick.info(of: $0, context: context).utf8.count
      }
    }
  }

  private func measureVideos() {
    let videos = SampleCatalog.videos(count)
    for locale in Self.locales {
      let context = Self.context(locale)
      measure("videos \(locale)", videos) { video in
        VideoCellViewModel(video: video, context: context).subtitle.utf8.count
      } yardstick: {
        Yardstick.subtitle(of: $0, context: context).utf8.count
      }
      measure("staleAt \(locale)", videos) { video in
        VideoCellViewModel.staleAt(video, in: context) == nil ? 0 : 1
      } yardstick: {
        Yardstick.change(of: $0, context: context) == nil ? 0 : 1
      }
    }
  }

  /// What the first cell in a locale costs.
  private func measureLocales() {
    guard let video = SampleCatalog.videos(1).first else { return }
    FormatterCache.removeAll()
    let names = Locale.availableIdentifiers.sorted().prefix(50)
    var sum = 0
    let seconds = Measuring.seconds(1) {
      for name in names { sum &+= VideoCellViewModel(video: video, context: Self.context(name)).subtitle.utf8.count }
    }
    precondition(sum > 0)
    print(
      String(
        format: "the first cell in a locale: %.2f ms, by %d locales", seconds / Double(names.count) * 1e3, names.count))
  }

  private static func context(_ locale: String) -> FormattingContext {
    FormattingContext(
      locale: Locale(identifier: locale), timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt,
      now: SampleCatalog.now)
  }

  private func measure<Item>(
    _ name: String, _ items: [Item], make: (Item) -> Int, yardstick: (Item) -> Int
  ) {
    FormatterCache.removeAll()
    // The sum keeps the compiler from leaving out what nobody looks at.
    var sum = 0
    func rate(_ items: [Item], _ make: (Item) -> Int) -> Double {
      Double(items.count) / Measuring.seconds(1) { for item in items { sum &+= make(item) } }
    }
    let first = rate(items, make)
    let again = (0..<runs).map { _ in rate(items, make) }
    let kept = FormatterCache.contents
    let few = stride(from: 0, to: items.count, by: 100).map { items[$0] }
    let other = rate(few, yardstick)
    precondition(sum >= 0)
    print(
      row(
        name, "\(Int(first))", "\(Int(Measuring.median(again)))", "\(kept.entries)", "\(kept.bytes)", "\(Int(other))"))
  }

  private func row(_ columns: String...) -> String {
    Measuring.row(columns, widths: [16, 9, 9, 8, 9, 10])
  }
}

/// The same words by Foundation alone, its formatters made once.
private enum Yardstick {
  static func info(of episode: Episode, context: FormattingContext) -> String {
    let style = Duration.UnitsFormatStyle(allowedUnits: [.hours, .minutes, .seconds], width: .abbreviated)
      .locale(context.locale)
    let date = Date.FormatStyle(date: .numeric, time: .omitted, locale: context.locale, timeZone: context.timeZone)
    return [
      episode.duration.map { style.format(.seconds($0)) }, episode.publicationDate.map(date.format),
    ].compactMap(\.self).joined(separator: " • ")
  }

  /// When its age is another, as Foundation counts.
  static func change(of video: Video, context: FormattingContext) -> Date? {
    video.uploadDate.flatMap { date in
      Date.AnchoredRelativeFormatStyle(anchor: date, presentation: .numeric, locale: context.locale)
        .discreteInput(after: context.now)
    }
  }

  static func subtitle(of video: Video, context: FormattingContext) -> String {
    let number = IntegerFormatStyle<Int>(locale: context.locale)
    return [
      video.channel?.name, video.numberOfViews.map { number.format($0) + " views" },
      video.uploadDate.map {
        Date.AnchoredRelativeFormatStyle(anchor: $0, presentation: .numeric, locale: context.locale)
          .format(context.now)
      },
    ].compactMap(\.self).joined(separator: " • ")
  }
}
