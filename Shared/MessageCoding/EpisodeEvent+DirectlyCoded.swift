public import Castwire
public import CastwireBus

extension EpisodeEvent: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let episode = try members.object("episode", Episode.self), let revision = try members.integer("revision"),
      let changed = try members.strings("changed"), let initial = try members.flag("initial")
    else { return nil }
    self.init(
      episode: episode, revision: revision, changed: changed, initial: initial,
      firstSeen: try members.date("firstSeen"),
      matchedBy: try members.string("matchedBy"), truncated: try members.strings("truncated"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.strings("changed", changed)
    try members.object("episode", episode)
    members.date("firstSeen", firstSeen)
    members.flag("initial", initial)
    members.string("matchedBy", matchedBy)
    members.integer("revision", revision)
    members.strings("truncated", truncated)
    return true
  }
}

extension Episode: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let id = try members.string("id"), let podcastID = try members.string("podcastID"),
      let withdrawn = try members.flag("withdrawn")
    else { return nil }
    self.init(id: id, podcastID: podcastID, item: FeedItem(), withdrawn: withdrawn)
    author = try members.string("author")
    categories = try members.strings("categories")
    chaptersURL = try members.string("chaptersURL")
    contentHTML = try members.string("contentHTML")
    description = try members.string("description")
    duplicateOf = try members.string("duplicateOf")
    duration = try members.double("duration")
    enclosureURL = try members.string("enclosureURL")
    enclosures = try members.objects("enclosures", Enclosure.self)
    episodeNumber = try members.integer("episodeNumber")
    episodeType = try members.string("episodeType")
    explicit = try members.flag("explicit")
    identifier = try members.string("identifier")
    imageURL = try members.string("imageURL")
    link = try members.string("link")
    people = try members.value("people", [Person].self)
    publicationDate = try members.date("publicationDate")
    seasonNumber = try members.integer("seasonNumber")
    title = try members.string("title")
    transcripts = try members.value("transcripts", [Transcript].self)
    updatedDate = try members.date("updatedDate")
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.string("author", author)
    members.strings("categories", categories)
    members.string("chaptersURL", chaptersURL)
    members.string("contentHTML", contentHTML)
    members.string("description", description)
    members.string("duplicateOf", duplicateOf)
    try members.double("duration", duration)
    members.string("enclosureURL", enclosureURL)
    if let enclosures { try members.objects("enclosures", enclosures) }
    members.integer("episodeNumber", episodeNumber)
    members.string("episodeType", episodeType)
    members.flag("explicit", explicit)
    members.string("id", id)
    members.string("identifier", identifier)
    members.string("imageURL", imageURL)
    members.string("link", link)
    if let people { try members.value("people", people) }
    members.string("podcastID", podcastID)
    members.date("publicationDate", publicationDate)
    members.integer("seasonNumber", seasonNumber)
    members.string("title", title)
    if let transcripts { try members.value("transcripts", transcripts) }
    members.date("updatedDate", updatedDate)
    members.flag("withdrawn", withdrawn)
    return true
  }
}
