internal import Castwire

extension Vocabulary {
  /// Feed paging and archiving (RFC 5005). The links to other pages are Atom's: see `AtomLinks`.
  static let feedHistory = Vocabulary(
    uris: ["purl.org/syndication/history/1.0"], prefixes: ["fh"],
    readFeedElement: { reader in
      switch reader.name {
      case .complete: reader.feed.feed.historyComplete = true
      case .archive: reader.feed.feed.historyArchive = true
      default: break
      }
      reader.scanner.skipElement()
    })
}
