internal import Castwire

/// Keeps items small enough for an event: the same item is always cut the same way.
enum ItemSize {
  /// The most JSON that an item may be, in bytes: an event less its envelope, and room for what the catalog adds.
  static let limit = 1_000_000
  /// What is left of a text that is too long, in bytes of UTF-8.
  static let textLimit = 65_536

  /// The item as it can be published, and the fields that were cut or left out.
  static func fitted(_ item: FeedItem) throws -> (item: FeedItem, truncated: [String]?) {
    // JSON escapes at worst make six bytes of one, so a short item need not be encoded to be measured.
    if roughSize(item) < limit / 8, try size(item) <= limit { return (item, nil) }
    var item = item
    var truncated: [String] = []
    func cut(_ name: String, _ change: (inout FeedItem) -> Bool) throws {
      guard try size(item) > limit, change(&item) else { return }
      truncated.append(name)
    }
    // HTML that is cut anywhere is no longer safe, so it goes as a whole; the plain text says the same.
    try cut("contentHTML") { item in
      defer { item.contentHTML = nil }
      return item.contentHTML != nil
    }
    try cut("description") { shorten(&$0.description) }
    try cut("title") { shorten(&$0.title) }
    try cut("author") { shorten(&$0.author) }
    try cut("identifier") { shorten(&$0.identifier) }
    try cut("transcripts") { clip(&$0.transcripts) }
    try cut("people") { clip(&$0.people) }
    try cut("categories") { clip(&$0.categories) }
    try cut("media") { clip(&$0.media) }
    try cut("thumbnails") { clip(&$0.thumbnails) }
    try cut("enclosures") { clip(&$0.enclosures) }
    return (item, truncated.isEmpty ? nil : truncated)
  }

  private static func roughSize(_ item: FeedItem) -> Int {
    (item.contentHTML?.utf8.count ?? 0) + (item.description?.utf8.count ?? 0) + (item.title?.utf8.count ?? 0)
  }

  private static func size(_ item: FeedItem) throws -> Int {
    try MessageCoder.encode(item).count
  }

  private static func shorten(_ text: inout String?) -> Bool {
    guard let long = text, long.utf8.count > textLimit else { return false }
    var end = long.utf8.index(long.startIndex, offsetBy: textLimit)
    // Back to where a character begins.
    while end > long.startIndex, end.samePosition(in: long) == nil { end = long.utf8.index(before: end) }
    text = String(long[..<end])
    return true
  }

  private static func clip<Element>(_ list: inout [Element]?) -> Bool {
    guard let long = list, long.count > 20 else { return false }
    list = Array(long.prefix(20))
    return true
  }
}
