public import Castwire
public import CastwireBus

extension PhotoEvent: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let photo = try members.object("photo", Photo.self), let revision = try members.integer("revision"),
      let changed = try members.strings("changed"), let initial = try members.flag("initial")
    else { return nil }
    self.init(
      photo: photo, revision: revision, changed: changed, initial: initial, firstSeen: try members.date("firstSeen"),
      matchedBy: try members.string("matchedBy"), truncated: try members.strings("truncated"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.strings("changed", changed)
    members.date("firstSeen", firstSeen)
    members.flag("initial", initial)
    members.string("matchedBy", matchedBy)
    try members.object("photo", photo)
    members.integer("revision", revision)
    members.strings("truncated", truncated)
    return true
  }
}

extension Photo: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let id = try members.string("id"), let streamID = try members.string("streamID"),
      let withdrawn = try members.flag("withdrawn")
    else { return nil }
    self.init(id: id, streamID: streamID, item: FeedItem(), withdrawn: withdrawn)
    author = try members.string("author")
    dateTaken = try members.date("dateTaken")
    description = try members.string("description")
    duplicateOf = try members.string("duplicateOf")
    height = try members.integer("height")
    identifier = try members.string("identifier")
    imageURL = try members.string("imageURL")
    link = try members.string("link")
    publicationDate = try members.date("publicationDate")
    thumbnailURL = try members.string("thumbnailURL")
    title = try members.string("title")
    width = try members.integer("width")
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.string("author", author)
    members.date("dateTaken", dateTaken)
    members.string("description", description)
    members.string("duplicateOf", duplicateOf)
    members.integer("height", height)
    members.string("id", id)
    members.string("identifier", identifier)
    members.string("imageURL", imageURL)
    members.string("link", link)
    members.date("publicationDate", publicationDate)
    members.string("streamID", streamID)
    members.string("thumbnailURL", thumbnailURL)
    members.string("title", title)
    members.integer("width", width)
    members.flag("withdrawn", withdrawn)
    return true
  }
}
