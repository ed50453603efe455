internal import Castwire

/// How much memory may be taken by what is made of a document: so much that, the document counted, a parse stays under 2.5
/// times the document's size in UTF-8, or under a few dozen megabytes where that is more.
///
/// Feeds say most things once and come nowhere near it. But a description gives a plain text and HTML, some characters
/// become five when they are made safe, and there are documents that were made to be as large as possible.
struct OutputBudget {
  /// What every document may take, however small it is, in bytes.
  static let base = 32 * 1024 * 1024
  /// The most that one text may become, in bytes.
  static let textLimit = 16 * 1024 * 1024

  /// For texts; items go on to be taken when it is used up, as far as `left + forItems` goes.
  private var left: Int
  private let forItems: Int

  init(documentSize: Int) {
    left = max(OutputBudget.base, documentSize / 20 * 28)
    // As many items as are taken from any document, with next to nothing in them, can be had of a small one.
    forItems = max(OutputBudget.base + FeedParser.itemLimit * MemoryLayout<FeedItem>.stride - left, 0)
  }

  var isUsedUp: Bool { left <= 0 }

  var hasRoomForItem: Bool { left + forItems >= MemoryLayout<FeedItem>.stride }

  /// How many bytes of HTML may still be made while `rest` bytes of the document are not yet read. HTML says again what the
  /// plain text says, so it is given up first: enough stays for the plain text of all the rest.
  func roomForHTML(rest: Int) -> Int {
    min(max(left - rest, 0), OutputBudget.textLimit)
  }

  mutating func spend(_ text: String?) {
    if let text { left -= OutputBudget.size(of: text) }
  }

  mutating func spend(_ item: FeedItem) {
    left -= item.sizeOfLists + MemoryLayout<FeedItem>.stride
  }

  /// Gives back what was spent on a text that was not kept.
  mutating func refund(_ text: String) {
    left += OutputBudget.size(of: text)
  }

  /// Texts of up to 15 bytes need no memory of their own; others have a header, and the allocator rounds up.
  private static func size(of text: String) -> Int {
    let count = text.utf8.count
    return count <= 15 ? 0 : count + 48
  }
}

extension FeedItem {
  /// The memory of the item's lists without their texts, in bytes: as they grow they take up to twice their size.
  fileprivate var sizeOfLists: Int {
    func size<Element>(_ list: [Element]?) -> Int { 2 * MemoryLayout<Element>.stride * (list?.count ?? 0) }
    var total = size(enclosures) + size(media) + size(thumbnails) + size(transcripts) + size(people) + size(categories)
    total += size(authors) + size(credits) + size(images) + size(keywords) + size(soundbites) + size(locations)
    total += size(funding) + size(socialInteracts) + size(texts) + size(licenses) + size(values)
    total += size(alternateEnclosures)
    for value in values ?? [] { total += size(value.recipients) }
    for form in alternateEnclosures ?? [] { total += size(form.sources) }
    return total
  }

  /// Keeps one copy of the text where it and its HTML are the same. Returns the text that is kept once, if so.
  mutating func shareText() -> String? {
    guard var text = description, var html = contentHTML, text.utf8.count == html.utf8.count else { return nil }
    let isSame = text.withUTF8 { text in html.withUTF8 { ByteView(text).equals(ByteView($0)) } }
    guard isSame else { return nil }
    contentHTML = description
    return description
  }
}
