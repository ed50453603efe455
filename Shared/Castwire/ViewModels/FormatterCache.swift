internal import Foundation
internal import Synchronization

/// The process's formatters, one for each locale and time zone in use. Safe to use from any thread.
package enum FormatterCache {
  /// How many are kept. A reader may ask for any locale, so that the number has to be bounded.
  static let capacity = 64

  private struct Key: Hashable {
    let locale: Locale
    let timeZone: TimeZone
  }

  private static let formatters = Mutex<[Key: LocaleFormatter]>([:])

  /// What `body` makes with the formatter of a context, which it must not keep.
  static func withFormatter<Result: Sendable>(
    of context: FormattingContext, _ body: (LocaleFormatter) -> Result
  ) -> Result {
    formatters.withLock { formatters in
      let key = Key(locale: context.locale, timeZone: context.timeZone)
      if let formatter = formatters[key] { return body(formatter) }
      let formatter = LocaleFormatter(locale: context.locale, timeZone: context.timeZone)
      if formatters.count >= capacity { formatters.removeAll(keepingCapacity: true) }
      formatters[key] = formatter
      return body(formatter)
    }
  }

  /// Forgets them all, for measuring.
  package static func removeAll() {
    formatters.withLock { $0.removeAll() }
  }

  /// How many words are kept, and about how many bytes they take.
  package static var contents: (entries: Int, bytes: Int) {
    formatters.withLock { formatters in
      formatters.values.reduce((entries: 0, bytes: 0)) { sum, formatter in
        let contents = formatter.contents
        return (sum.entries + contents.entries, sum.bytes + contents.bytes)
      }
    }
  }
}
