public import Castwire
public import CastwireBus

/// The fields that most items have. One with some of its extras goes through its Codable.
extension FeedItem: DirectlyCoded {
  /// Reads the fields.
  public init?(members: inout MemberReader) throws {
    self.init()
    author = try members.string("author")
    authors = try members.value("authors", [Person].self)
    blocked = try members.flag("blocked")
    categories = try members.strings("categories")
    contentHTML = try members.string("contentHTML")
    description = try members.string("description")
    duration = try members.double("duration")
    enclosureURL = try members.string("enclosureURL")
    enclosures = try members.objects("enclosures", Enclosure.self)
    episodeNumber = try members.integer("episodeNumber")
    episodeType = try members.string("episodeType")
    explicit = try members.flag("explicit")
    identifier = try members.string("identifier")
    identifierRule = try members.value("identifierRule", IdentifierRule.self)
    imageURL = try members.string("imageURL")
    isClosedCaptioned = try members.flag("isClosedCaptioned")
    link = try members.string("link")
    publicationDate = try members.date("publicationDate")
    seasonNumber = try members.integer("seasonNumber")
    title = try members.string("title")
    updatedDate = try members.date("updatedDate")
  }

  /// Writes the fields; false where the item has others.
  public func write(to members: MemberWriter) throws -> Bool {
    guard !hasExtras else { return false }
    members.string("author", author)
    if let authors { try members.value("authors", authors) }
    members.flag("blocked", blocked)
    members.strings("categories", categories)
    members.string("contentHTML", contentHTML)
    members.string("description", description)
    try members.double("duration", duration)
    members.string("enclosureURL", enclosureURL)
    if let enclosures { try members.objects("enclosures", enclosures) }
    members.integer("episodeNumber", episodeNumber)
    members.string("episodeType", episodeType)
    members.flag("explicit", explicit)
    members.string("identifier", identifier)
    members.string("identifierRule", identifierRule?.rawValue)
    members.string("imageURL", imageURL)
    members.flag("isClosedCaptioned", isClosedCaptioned)
    members.string("link", link)
    members.date("publicationDate", publicationDate)
    members.integer("seasonNumber", seasonNumber)
    members.string("title", title)
    members.date("updatedDate", updatedDate)
    return true
  }
}

extension Enclosure: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let url = try members.string("url") else { return nil }
    self.init(
      url: url, type: try members.string("type"), length: try members.integer("length"),
      title: try members.string("title"), duration: try members.double("duration"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    try members.double("duration", duration)
    members.integer("length", length)
    members.string("title", title)
    members.string("type", type)
    members.string("url", url)
    return true
  }
}
