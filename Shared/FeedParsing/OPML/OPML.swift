public import Castwire

/// Lists of feeds, as programs exchange them: OPML 1.0 and 2.0, read liberally and written strictly.
public enum OPML {
  /// A list and what was wrong with it.
  public struct Document: Sendable, Hashable {
    /// What the list is called.
    public let title: String?
    /// The feeds in document order, each as often as it is listed.
    public let subscriptions: [Subscription]
    /// What stands in the list and is not among the subscriptions, in document order: outlines that should name a feed and
    /// do not (`outline-without-url`), addresses that are none (`bad-url`), other lists that the list includes
    /// (`included-list`), and what comes after the end of a list that was cut off (`truncated`), that is too long
    /// (`too-many-feeds`); at the end, what is too deep (`too-deep`).
    public let problems: [FeedDiagnostic]
    /// What was wrong with the markup, and cost nothing.
    public let diagnostics: [FeedDiagnostic]
  }

  /// The feeds that a list names, in document order; `document(in:)` also tells what was passed over.
  ///
  /// - Throws: `FeedParsingError` for what is no such list at all.
  public static func subscriptions(in bytes: [UInt8]) throws(FeedParsingError) -> [Subscription] {
    try document(in: bytes).subscriptions
  }

  /// The list with what was wrong with it.
  ///
  /// - Throws: `FeedParsingError` for what is no such list at all.
  public static func document(in bytes: [UInt8]) throws(FeedParsingError) -> Document {
    guard bytes.count <= FeedParser.sizeLimit else {
      throw FeedParsingError(.tooLarge, "the list is larger than \(FeedParser.sizeLimit / 1024 / 1024) MiB")
    }
    let document = try DecodedDocument(bytes, contentType: nil)
    do {
      return try read(document)
    } catch  where error.code == .text {
      throw FeedParsingError(.text, "it is plain text")
    }
  }

  private static func read(_ document: DecodedDocument) throws(FeedParsingError) -> Document {
    try document.bytes.withUnsafeBufferPointer { (buffer) throws(FeedParsingError) -> Document in
      let all = ByteView(buffer)
      let view = all[document.start..<all.count]
      try DocumentCheck.check(view)
      var reader = OPMLReader(document: view)
      return try reader.read()
    }
  }
}
