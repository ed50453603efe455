/// Why a document could not be read as a feed at all, in words for the person who follows it.
public struct FeedParsingError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of documents that are no feeds, by stable names.
  public enum Code: String, Sendable, Hashable {
    case empty
    case html
    case json
    case text
    case binary
    case otherXML = "other-xml"
    case truncated
    case tooLarge = "too-large"
    case unknownEncoding = "unknown-encoding"
  }

  /// What kind of document it is instead, or what is wrong with it.
  public let code: Code
  /// What the document is instead, in one sentence without a full stop.
  public let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// Of a document that becomes larger than what is read when it is made UTF-8.
  static var tooLargeInUTF8: FeedParsingError {
    FeedParsingError(.tooLarge, "the document is larger than \(FeedParser.sizeLimit / 1024 / 1024) MiB in UTF-8")
  }

  /// The message.
  public var description: String { message }
}
