internal import Foundation

/// Dates as feeds write them: RFC 822 and its successors, ISO 8601 and its profiles, asctime, seconds since 1970, and the
/// usual mixtures, with names in the common languages.
enum FeedDate {
  /// What a text says.
  struct Reading {
    enum Doubt {
      /// There is a clock but no zone that is known and possible: UTC was taken.
      case zone
      /// The date stood in HTML.
      case markup
    }

    /// Since 1 January 1970 UTC.
    let seconds: Double
    var doubt: Doubt?

    var date: Date { Date(timeIntervalSince1970: seconds) }
  }

  /// The instant, or nil where the text cannot be read as one.
  static func reading(_ view: ByteView) -> Reading? {
    let text = view.trimmed
    guard text.count >= 4 else { return nil }
    if text[0] == UInt8(ascii: "<") {
      let inner = MarkedUpDate.text(in: text).flatMap { readingOfAnyForm($0.trimmed) }
      return inner.map { Reading(seconds: $0.seconds, doubt: .markup) }
    }
    if let seconds = UsualDate.seconds(text) { return Reading(seconds: seconds) }
    return readingOfAnyForm(text)
  }

  /// The instant in seconds since 1 January 1970 UTC.
  static func seconds(_ view: ByteView) -> Double? {
    reading(view)?.seconds
  }

  /// The instant, whatever form the text has, without a short way for the usual ones.
  static func readingOfAnyForm(_ text: ByteView) -> Reading? {
    guard text.count >= 4, text.count <= 128 else { return nil }
    if let seconds = unixTime(text) { return Reading(seconds: seconds) }
    var reader = DateReader(text: text)
    guard startsWithISODate(text) ? reader.readISO8601() : reader.readWords() else { return nil }
    return reader.time.instant.map { Reading(seconds: $0, doubt: reader.hasClock && !reader.hasZone ? .zone : nil) }
  }

  /// A year, and after it no name of a month or anything else that ISO 8601 does not have there.
  private static func startsWithISODate(_ text: ByteView) -> Bool {
    for index in 0..<4 where !ASCII.isDigit(text[index]) { return false }
    guard text.count > 4 else { return true }
    switch text[4] {
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"):
      return text.count > 5 && (ASCII.isDigit(text[5]) || text[5] | 0x20 == UInt8(ascii: "w"))
    case UInt8(ascii: " "):
      return text.count > 6 && text[6] == UInt8(ascii: ":") || text.count > 7 && text[7] == UInt8(ascii: ":")
    case let byte: return ASCII.isDigit(byte) || byte | 0x20 == UInt8(ascii: "t") || byte | 0x20 == UInt8(ascii: "w")
    }
  }

  /// A bare number of seconds since 1970, of 9 or 10 digits and perhaps a fraction, or of milliseconds, of 13.
  private static func unixTime(_ text: ByteView) -> Double? {
    var digits = 0
    while digits < text.count, ASCII.isDigit(text[digits]) { digits += 1 }
    guard digits == 9 || digits == 10 || digits == 13, text[0] != UInt8(ascii: "0") else { return nil }
    guard digits == text.count || text[digits] == UInt8(ascii: "."), let value = PlayingTime.decimal(text) else {
      return nil
    }
    return digits == 13 ? value / 1000 : value
  }
}

extension FeedDate {
  /// The instant, and how the text begins if there is something to report about it.
  static func readingWithText(_ view: ByteView) -> (reading: Reading?, reportable: String?) {
    let reading = reading(view)
    let isFine = reading.map { $0.doubt == nil } ?? view.isBlank
    return (reading, isFine ? nil : String(view.trimmed.prefix(ofCharacters: 320).string.prefix(80)))
  }
}

extension Diagnostics {
  /// What is wrong with a date that begins with `text`.
  mutating func report(_ reading: FeedDate.Reading?, of text: String, at offset: Int) {
    switch reading {
    case nil: report("bad-date", at: offset, "“\(text)” cannot be read as a date")
    case let reading? where reading.doubt == .markup:
      report("bad-date", at: offset, "“\(text)” has markup around a date")
    case _?: report("unknown-zone", at: offset, "“\(text)” has no time zone that is known: read as UTC")
    }
  }
}
