internal import Castwire

/// What an item's files say together.
extension FeedItem {
  /// Adds renditions that are files of their own. One that says something else of a file that is among the enclosures
  /// already tells what that enclosure lacks. One that repeats it is listed again, as two equal enclosures are.
  mutating func addEnclosures(_ renditions: [Enclosure]) {
    // An item has a handful of files, and only one that was made to be slow has enough for a table to be quicker.
    var places: [String: Int] = [:]
    let usesTable = renditions.count > 8
    var files = enclosures ?? []
    if usesTable {
      for (index, file) in files.enumerated() where places[file.url] == nil { places[file.url] = index }
    }
    for rendition in renditions {
      let same = usesTable ? places[rendition.url] : files.firstIndex { $0.url == rendition.url }
      if let same, files[same] != rendition {
        files[same] = files[same].completed(by: rendition)
      } else {
        if usesTable, same == nil { places[rendition.url] = files.count }
        files.append(rendition)
      }
    }
    enclosures = files
  }

  /// The address of the first file that is sound or moving pictures, or else of the first.
  var playableURL: String? {
    guard let enclosures else { return nil }
    // By number: a copy of an enclosure would count the references to all of its texts.
    let index = enclosures.indices.first { Enclosure.isPlayable(type: enclosures[$0].type, url: enclosures[$0].url) }
    return enclosures[index ?? 0].url
  }

  /// A picture of an item that has no artwork: the first thumbnail, as these stand in the order of importance (Media RSS),
  /// or else a picture among the files. Where there is nothing to play, the picture is what the item is about: then the
  /// widest one counts, as far as widths are told.
  var pictureURL: String? {
    guard self.media != nil || self.thumbnails != nil else {
      return enclosures?.first { $0.type?.begins(with: "image/") == true }?.url
    }
    let pictures = self.media?.lazy.filter { $0.medium == "image" || $0.type?.begins(with: "image/") == true }
    let thumbnail = self.thumbnails?.first
    let fallback = thumbnail?.url ?? pictures?.first?.url
    let other = fallback ?? enclosures?.first { $0.type?.begins(with: "image/") == true }?.url
    guard !isPlayable else { return other }
    var (widest, width) = (other, thumbnail?.width ?? 0)
    for candidate in self.thumbnails ?? [] where candidate.width ?? 0 > width {
      (widest, width) = (candidate.url, candidate.width ?? 0)
    }
    for candidate in pictures.map(Array.init) ?? [] where candidate.width ?? 0 > width {
      (widest, width) = (candidate.url, candidate.width ?? 0)
    }
    return widest
  }

  private var isPlayable: Bool {
    if enclosures?.contains(where: { Enclosure.isPlayable(type: $0.type, url: $0.url) }) ?? false { return true }
    return self.media?.contains { $0.medium == "video" || $0.medium == "audio" } ?? false
  }
}

extension Enclosure {
  /// Whether a file is sound or moving pictures, by its type or else by its name.
  fileprivate static func isPlayable(type: String?, url: String) -> Bool {
    if let type { return type.begins(with: "audio/") || type.begins(with: "video/") }
    let kind = FileKind(nameOf: url)
    return kind == .audio || kind == .video
  }

  fileprivate func completed(by other: Enclosure) -> Enclosure {
    Enclosure(
      url: url, type: type ?? other.type, length: length ?? other.length, title: title ?? other.title,
      duration: duration ?? other.duration)
  }
}
