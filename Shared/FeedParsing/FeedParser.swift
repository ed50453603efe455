public import Castwire

/// Reads feeds of every format in `FeedFormat`, well-formed or not.
public enum FeedParser {
  /// The largest document that is read, in bytes, as it came and in UTF-8.
  public static let sizeLimit = 64 * 1024 * 1024
  /// The most items that are taken from one document; a diagnostic says when there were more.
  public static let itemLimit = 100_000

  /// What a document says, with what was wrong with it in `diagnostics`.
  ///
  /// It takes at most 2.5 times the document's size in UTF-8 in memory, the document counted, and 64 MB: of a document of
  /// which more would be made, some text and rare fields (`too-much-text`) and then items (`too-many-items`) are left out. Nothing is fetched, and no entity is expanded but the characters that HTML names.
  ///
  /// One bad value costs that value, one bad item that item. A document that was cut off gives the items that were
  /// whole, and a diagnostic with the code `truncated`: an item that is missing from it may still be in the feed.
  ///
  /// - Parameters:
  ///   - bytes: the document, in any encoding that the C library knows.
  ///   - contentType: the Content-Type header that it came with, for its charset.
  ///   - baseURL: where it came from; what relative URLs are relative to.
  /// - Throws: `FeedParsingError` for what is no feed at all.
  public static func parse(
    _ bytes: [UInt8], contentType: String? = nil, baseURL: String? = nil
  ) throws(FeedParsingError) -> ParsedFeed {
    guard bytes.count <= sizeLimit else {
      throw FeedParsingError(.tooLarge, "the document is larger than \(sizeLimit / 1024 / 1024) MiB")
    }
    let document = try DecodedDocument(bytes, contentType: contentType, surveysLater: true)
    if let feed = try parse(document, baseURL: baseURL) { return feed }
    let surveyed = try DecodedDocument(bytes, contentType: contentType)
    guard let feed = try parse(surveyed, baseURL: baseURL) else { preconditionFailure("nothing was taken for granted") }
    return feed
  }

  /// Nil where the document is not what was taken for granted when it was decoded.
  private static func parse(
    _ document: DecodedDocument, baseURL: String?
  ) throws(FeedParsingError) -> ParsedFeed? {
    try document.bytes.withUnsafeBufferPointer { (buffer) throws(FeedParsingError) -> ParsedFeed? in
      let all = ByteView(buffer)
      let view = all[document.start..<all.count]
      let base = baseURL.flatMap(URLBase.init)
      try DocumentCheck.check(view, readsJSON: true)
      if JSONFeedReader.isJSON(view) {
        return document.isSurveyed ? try readJSON(view, document, base: base) : nil
      }
      var reader = FeedReader(document: view, base: base, traits: document.traits, isSurveyed: document.isSurveyed)
      reader.reportEncoding(of: document)
      do throws(FeedParsingError) {
        let feed = try reader.read(encoding: document.encoding)
        return reader.scanner.isOtherThanTaken ? nil : feed
      } catch {
        if reader.scanner.isOtherThanTaken { return nil }
        throw error
      }
    }
  }

  private static func readJSON(
    _ view: ByteView, _ document: DecodedDocument, base: URLBase?
  ) throws(FeedParsingError) -> ParsedFeed {
    var reader = FeedReader(document: view, base: base, traits: document.traits, isSurveyed: true)
    reader.reportEncoding(of: document)
    var json = JSONFeedReader(reader)
    return try json.read(encoding: document.encoding)
  }
}
