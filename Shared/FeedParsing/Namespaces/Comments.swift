internal import Castwire

extension Vocabulary {
  /// The slash module of RSS 1.0: the section that an item is in, and how many comments it has.
  static let slash = Vocabulary(
    uris: ["purl.org/rss/1.0/modules/slash"], prefixes: ["slash"],
    readItemElement: { reader in
      switch reader.name {
      case .comments: reader.draft.commentCount.offer(reader.readCount(), rank: 3)
      case .section: if let section = reader.readPlainText() { reader.draft.item.categories.append(section) }
      default: reader.scanner.skipElement()
      }
    })

  /// Atom threading extensions (RFC 4685). How many replies a link leads to stands in the link: see `AtomLinks`.
  static let threading = Vocabulary(
    uris: ["purl.org/syndication/thread/1.0"], prefixes: ["thr"],
    readItemElement: { reader in
      if reader.name == .total {
        reader.draft.commentCount.offer(reader.readCount(), rank: 2)
      } else {
        reader.scanner.skipElement()
      }
    })

  /// The CommentAPI of wellformedweb.org: where the feed of an item's comments is.
  static let commentAPI = Vocabulary(
    uris: ["wellformedweb.org/commentapi"], prefixes: ["wfw"],
    readItemElement: { reader in
      if reader.name == .commentRSS {
        reader.draft.commentFeed.offer(reader.readURL(), rank: 2)
      } else {
        reader.scanner.skipElement()
      }
    })
}
