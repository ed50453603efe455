/// What a file is there for: to be heard, watched or looked at.
public enum FileKind: Sendable, Hashable {
  case audio
  case video
  case image

  /// The kind of the file at `url`, by its media type, or else by its name.
  ///
  /// - Returns: nil for a file of any other kind, and where neither tells.
  public init?(type: String?, url: String) {
    guard let type else {
      self.init(nameOf: url)
      return
    }
    if type.hasPrefix("audio/") {
      self = .audio
    } else if type.hasPrefix("video/") {
      self = .video
    } else if type.hasPrefix("image/") {
      self = .image
    } else {
      return nil
    }
  }

  /// The kind of the file at `url` by how its name ends.
  public init?(nameOf url: String) {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let dot = path.lastIndex(where: { $0 == "." || $0 == "/" }), path[dot] == ".",
      let kind = Self.endings[path[path.index(after: dot)...].lowercased()]
    else { return nil }
    self = kind
  }

  private static let endings: [String: FileKind] = {
    let lists: [(FileKind, String)] = [
      (.audio, "mp3 m4a m4b aac ogg oga opus flac wav wma"),
      (.video, "mp4 m4v mov webm mkv avi wmv mpg mpeg ogv 3gp flv"),
      (.image, "jpg jpeg png gif webp avif heic svg tif tiff"),
    ]
    return Dictionary(
      uniqueKeysWithValues: lists.flatMap { kind, names in names.split(separator: " ").map { (String($0), kind) } })
  }()
}

extension Enclosure {
  /// What it is there for; nil where that is none of these, or not told.
  public var kind: FileKind? { FileKind(type: type, url: url) }
}

extension MediaContent {
  /// What it is there for, by its medium, its type or its name; nil where that is none of these, or not told.
  public var kind: FileKind? {
    switch medium {
    case "audio": .audio
    case "video": .video
    case "image": .image
    default: FileKind(type: type, url: url)
    }
  }
}
