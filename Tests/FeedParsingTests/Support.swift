import Castwire
import Foundation
import Testing

@testable import FeedParsing

/// The parsed form of a document given as text.
func parse(
  _ text: String, contentType: String? = nil, baseURL: String? = nil
) throws(FeedParsingError) -> ParsedFeed {
  try FeedParser.parse(Array(text.utf8), contentType: contentType, baseURL: baseURL)
}

let namespaces = """
  xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" \
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:atom="http://www.w3.org/2005/Atom" \
  xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"
  """

/// An RSS document with `content` in its channel.
func rss(_ content: String) -> String {
  "<?xml version=\"1.0\"?>\n<rss version=\"2.0\" \(namespaces)><channel>\(content)</channel></rss>"
}

/// The only item of an RSS document whose item holds `content`.
func item(_ content: String, baseURL: String? = nil) throws -> FeedItem {
  let parsed = try parse(rss("<item>\(content)</item>"), baseURL: baseURL)
  return try #require(parsed.items.first)
}

/// The only entry of an Atom document whose entry holds `content`.
func entry(_ content: String, baseURL: String? = nil) throws -> FeedItem {
  let text = "<feed xmlns=\"http://www.w3.org/2005/Atom\" \(namespaces)><entry>\(content)</entry></feed>"
  return try #require(try parse(text, baseURL: baseURL).items.first)
}

extension ParsedFeed {
  var codes: [String] { diagnostics.map(\.code) }
}

/// What `body` makes of the text's bytes.
func withView<Result>(_ text: String, _ body: (ByteView) -> Result) -> Result {
  Array(text.utf8).withUnsafeBufferPointer { body(ByteView($0)) }
}
