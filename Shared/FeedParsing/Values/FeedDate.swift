internal import Foundation

/// Dates as feeds write them: RFC 822 and its successors, ISO 8601 and its profiles, asctime, and the usual mixtures.
enum FeedDate {
  /// The instant, or nil where the text cannot be read as one. Without a zone, or with an unknown one, UTC is meant.
  static func date(_ view: ByteView) -> Date? {
    seconds(view).map(Date.init(timeIntervalSince1970:))
  }

  /// The instant in seconds since 1 January 1970 UTC.
  static func seconds(_ view: ByteView) -> Double? {
    let text = view.trimmed
    guard text.count >= 4, text.count <= 128 else { return nil }
    var reader = DateReader(text: text)
    let startsWithYear =
      ASCII.isDigit(text[0]) && ASCII.isDigit(text[1]) && ASCII.isDigit(text[2]) && ASCII.isDigit(text[3])
    guard startsWithYear ? reader.readISO8601() : reader.readWords() else { return nil }
    return reader.time.instant
  }
}
