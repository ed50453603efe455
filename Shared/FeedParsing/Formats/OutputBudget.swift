internal import Castwire

/// How much memory may be taken by what is made of a document: so much that, the document counted, a parse stays under 2.5
/// times the document's size in UTF-8, and a few dozen megabytes that every document may have.
///
/// Feeds say most things once and come nowhere near it. But a description gives a plain text and HTML, some characters
/// become five when they are made safe, and there are documents that were made to be as large as possible.
struct OutputBudget {
  /// What every document may take beside its items, however small it is, in bytes.
  static let base = 28 * 1024 * 1024
  /// What as many items as are taken from one document take, in bytes, with nothing in them.
  static let forAllItems = FeedParser.itemLimit * MemoryLayout<FeedItem>.stride
  /// The most that one text may become, in bytes.
  static let textLimit = 16 * 1024 * 1024

  /// For all that is made.
  private var left: Int
  /// What of that is kept for the items to come: they are taken when there is no room for what they say.
  private var reserved: Int

  init(documentSize: Int) {
    let forTexts = max(OutputBudget.base, documentSize / 20 * 28)
    // As many items as are taken from any document, with next to nothing in them, can be had of a small one.
    left = max(OutputBudget.base + OutputBudget.forAllItems, forTexts)
    reserved = left - forTexts
  }

  /// For texts, lists and rare fields.
  var isUsedUp: Bool { left <= reserved }

  /// The text that used the rest up was taken as a whole, and what it took too much is not for the items to pay.
  var hasRoomForItem: Bool { left > -OutputBudget.textLimit }

  /// Keeps room for so many items to come, and lets go of what was kept before.
  mutating func reserve(itemsToCome count: Int) {
    reserved = count * MemoryLayout<FeedItem>.stride
  }

  /// How many bytes of HTML may still be made while `rest` bytes of the document are not yet read. HTML says again what the
  /// plain text says, so it is given up first: enough stays for the plain text of all the rest.
  func roomForHTML(rest: Int) -> Int {
    min(max(left - reserved - rest, 0), OutputBudget.textLimit)
  }

  mutating func spend(_ text: String?) {
    if let text { left -= OutputBudget.size(of: text) }
  }

  mutating func spend(_ item: FeedItem) {
    left -= item.sizeOfLists + MemoryLayout<FeedItem>.stride
    if item.hasExtras { left -= OutputBudget.extrasSize }
  }

  /// Gives back what was spent on a text that was not kept.
  mutating func refund(_ text: String) {
    left += OutputBudget.size(of: text)
  }

  /// With a header, and as the allocator rounds up.
  private static let extrasSize = MemoryLayout<FeedItemExtras>.stride + 32

  /// Texts of up to 15 bytes need no memory of their own; others have a header, and the allocator rounds up.
  private static func size(of text: String) -> Int {
    let count = text.utf8.count
    return count <= 15 ? 0 : count + 48
  }
}

extension FeedItem {
  /// The memory of the item's lists without their texts, in bytes: as they grow they take up to twice their size.
  var sizeOfLists: Int {
    func size<Element>(_ list: [Element]?) -> Int { 2 * MemoryLayout<Element>.stride * (list?.count ?? 0) }
    var total = size(enclosures) + size(categories) + size(authors)
    guard hasExtras else { return total }
    total += size(self.media) + size(self.thumbnails) + size(self.transcripts) + size(self.people)
    total += size(self.credits) + size(self.images) + size(self.keywords) + size(self.soundbites)
    total += size(self.locations) + size(self.funding) + size(self.socialInteracts) + size(self.texts)
    total += size(self.licenses) + size(self.values) + size(self.alternateEnclosures)
    for value in self.values ?? [] { total += size(value.recipients) }
    for form in self.alternateEnclosures ?? [] { total += size(form.sources) }
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
