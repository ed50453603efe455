/// Tells what is neither XML nor JSON from its first bytes, for a message that helps.
enum DocumentCheck {
  static func check(_ document: ByteView, readsJSON: Bool = false) throws(FeedParsingError) {
    let text = document.trimmed
    guard !text.isEmpty else { throw FeedParsingError(.empty, "the body is empty") }
    if let name = binaryName(document) {
      throw FeedParsingError(.binary, "this is \(name), not a feed")
    }
    if JSONFeedReader.isJSON(document) {
      if readsJSON { return }
      throw FeedParsingError(.json, "this is JSON, not a list of feeds (OPML)")
    }
    guard text.firstIndex(of: UInt8(ascii: "<"), from: 0) != nil else {
      throw FeedParsingError(.text, "this is plain text, not a feed")
    }
  }

  private static func binaryName(_ document: ByteView) -> String? {
    if document.matches("\u{1f}", at: 0) { return "compressed data (gzip)" }
    if document.matches("%PDF-", at: 0) { return "a PDF document" }
    if document.matches("ID3", at: 0) { return "an audio file" }
    if document.matches("PK\u{3}\u{4}", at: 0) { return "a ZIP archive" }
    let head = document[0..<min(document.count, 512)]
    if head.trimmed.matches("<", at: 0) { return nil }
    return head.firstIndex(of: 0, from: 0) != nil ? "binary data" : nil
  }
}
