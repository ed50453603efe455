internal import Castwire

/// Broadcasts (`podcast:liveItem`). They are written like items, and are kept apart from these.
extension FeedReader {
  /// Reads one that stands in the channel, where no item is being read.
  mutating func readLiveItem() {
    let offset = scanner.tagStart
    let status = attribute(.status)?.lowercased()
    let (start, end) = (dateAttribute(.start), dateAttribute(.end))
    if let status, status != "pending", status != "live", status != "ended" {
      scanner.diagnostics.report("bad-status", at: offset, "“\(status.prefix(80))” is no status of a broadcast")
    }
    draft.reset()
    readItemElements()
    guard !scanner.isTruncated else { return }
    var item = FeedItem()
    finishItem(into: &item)
    liveItems.append(
      LiveItem(
        status: status.flatMap { ["pending", "live", "ended"].contains($0) ? $0 : nil }, startDate: start, endDate: end,
        contentLinks: draft.contentLinks, item: item))
  }

  /// `podcast:contentLink`.
  mutating func readContentLink() -> ContentLink? {
    let url = requiredURL(.href)
    let text = readPlainText()
    return url.map { ContentLink(url: $0, text: text) }
  }
}
