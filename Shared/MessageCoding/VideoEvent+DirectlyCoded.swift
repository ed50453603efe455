public import Castwire
public import CastwireBus

extension VideoEvent: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let video = try members.object("video", Video.self), let revision = try members.integer("revision"),
      let changed = try members.strings("changed"), let initial = try members.flag("initial")
    else { return nil }
    self.init(
      video: video, revision: revision, changed: changed, initial: initial, firstSeen: try members.date("firstSeen"),
      matchedBy: try members.string("matchedBy"), truncated: try members.strings("truncated"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.strings("changed", changed)
    members.date("firstSeen", firstSeen)
    members.flag("initial", initial)
    members.string("matchedBy", matchedBy)
    members.integer("revision", revision)
    members.strings("truncated", truncated)
    try members.object("video", video)
    return true
  }
}

extension Video: DirectlyCoded {
  /// Reads the fields; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let id = try members.string("id"), let channelID = try members.string("channelID"),
      let withdrawn = try members.flag("withdrawn")
    else { return nil }
    self.init(
      id: id, channelID: channelID, item: FeedItem(), channel: try members.object("channel", ChannelSummary.self),
      withdrawn: withdrawn)
    description = try members.string("description")
    duplicateOf = try members.string("duplicateOf")
    duration = try members.double("duration")
    height = try members.integer("height")
    identifier = try members.string("identifier")
    link = try members.string("link")
    mediaURL = try members.string("mediaURL")
    numberOfViews = try members.integer("numberOfViews")
    thumbnailURL = try members.string("thumbnailURL")
    title = try members.string("title")
    uploadDate = try members.date("uploadDate")
    width = try members.integer("width")
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    if let channel { try members.object("channel", channel) }
    members.string("channelID", channelID)
    members.string("description", description)
    members.string("duplicateOf", duplicateOf)
    try members.double("duration", duration)
    members.integer("height", height)
    members.string("id", id)
    members.string("identifier", identifier)
    members.string("link", link)
    members.string("mediaURL", mediaURL)
    members.integer("numberOfViews", numberOfViews)
    members.string("thumbnailURL", thumbnailURL)
    members.string("title", title)
    members.date("uploadDate", uploadDate)
    members.integer("width", width)
    members.flag("withdrawn", withdrawn)
    return true
  }
}

extension ChannelSummary: DirectlyCoded {
  /// Reads the fields.
  public init?(members: inout MemberReader) throws {
    self.init(name: try members.string("name"), profileImageURL: try members.string("profileImageURL"))
  }

  /// Writes the fields.
  public func write(to members: MemberWriter) throws -> Bool {
    members.string("name", name)
    members.string("profileImageURL", profileImageURL)
    return true
  }
}
