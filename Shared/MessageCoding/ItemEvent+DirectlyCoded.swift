public import Castwire
public import CastwireBus

extension ItemEvent: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let feed = try members.string("feed"), let document = try members.integer("document"),
      let item = try members.object("item", FeedItem.self), let initial = try members.flag("initial"),
      let identifierCount = try members.integer("identifierCount"), let linkCount = try members.integer("linkCount"),
      let enclosureCount = try members.integer("enclosureCount")
    else { return nil }
    self.init(
      feed: feed, document: document, item: item, initial: initial, identifierCount: identifierCount,
      linkCount: linkCount, enclosureCount: enclosureCount, truncated: try members.strings("truncated"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.integer("document", document)
    members.integer("enclosureCount", enclosureCount)
    members.string("feed", feed)
    members.integer("identifierCount", identifierCount)
    members.flag("initial", initial)
    try members.object("item", item)
    members.integer("linkCount", linkCount)
    members.strings("truncated", truncated)
    return true
  }
}
