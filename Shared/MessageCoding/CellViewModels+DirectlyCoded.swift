public import Castwire
public import CastwireBus

extension EpisodeCellViewModel: DirectlyCoded {
  /// Reads the texts; nil where one is missing that must be there.
  public init?(members: inout MemberReader) throws {
    guard let title = try members.string("title"), let info = try members.string("info") else { return nil }
    self.init(title: title, info: info, description: try members.string("description"))
  }

  /// Writes the texts.
  public func write(to members: MemberWriter) throws -> Bool {
    members.string("description", description)
    members.string("info", info)
    members.string("title", title)
    return true
  }
}

extension VideoCellViewModel: DirectlyCoded {
  /// Reads the texts and pictures; nil where a text is missing.
  public init?(members: inout MemberReader) throws {
    guard let title = try members.string("title"), let subtitle = try members.string("subtitle") else { return nil }
    self.init(
      title: title, subtitle: subtitle, thumbnailURL: try members.string("thumbnailURL"),
      profileImageURL: try members.string("profileImageURL"))
  }

  /// Writes the texts and pictures.
  public func write(to members: MemberWriter) throws -> Bool {
    members.string("profileImageURL", profileImageURL)
    members.string("subtitle", subtitle)
    members.string("thumbnailURL", thumbnailURL)
    members.string("title", title)
    return true
  }
}
