internal import Castwire

/// What changed of an episode, a video or a photo: the names of the fields, as they are in JSON and in alphabetical order,
/// whose values say something else. Ids never change.
extension NormalForm {
  static func changed(from old: Episode, to new: Episode) -> [String] {
    guard old != new else { return [] }
    let hasSameFile = isSame(url: old.enclosureURL, new.enclosureURL)
    var fields = ChangedFields()
    fields.note("author", unless: isSame(text: old.author, new.author))
    fields.note("categories", unless: isSame(texts: old.categories, new.categories))
    fields.note("chaptersURL", unless: isSame(url: old.chaptersURL, new.chaptersURL))
    fields.note("contentHTML", unless: isSame(html: old.contentHTML, new.contentHTML))
    fields.note("description", unless: isSame(text: old.description, new.description))
    fields.note("duplicateOf", unless: old.duplicateOf == new.duplicateOf)
    fields.note("duration", unless: isSame(duration: old.duration, new.duration))
    fields.note("enclosureURL", unless: hasSameFile)
    fields.note("enclosures", unless: hasSameFiles(old, new, hasSameFile))
    fields.note("episodeNumber", unless: old.episodeNumber == new.episodeNumber)
    fields.note("episodeType", unless: isSame(text: old.episodeType, new.episodeType))
    fields.note("explicit", unless: old.explicit == new.explicit)
    fields.note("identifier", unless: isSame(text: old.identifier, new.identifier))
    fields.note("imageURL", unless: isSame(url: old.imageURL, new.imageURL))
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("people", unless: isSame(people: old.people, new.people))
    fields.note("publicationDate", unless: isSame(date: old.publicationDate, new.publicationDate))
    fields.note("seasonNumber", unless: old.seasonNumber == new.seasonNumber)
    fields.note("title", unless: isSame(text: old.title, new.title))
    fields.note("transcripts", unless: isSame(transcripts: old.transcripts, new.transcripts))
    fields.note("updatedDate", unless: isSame(date: old.updatedDate, new.updatedDate))
    fields.note("withdrawn", unless: old.withdrawn == new.withdrawn)
    return fields.names
  }

  /// Another file to play has another length, and perhaps another type: that is one change, not two.
  private static func hasSameFiles(_ old: Episode, _ new: Episode, _ hasSameFile: Bool) -> Bool {
    isSame(enclosures: old.enclosures, new.enclosures)
      || (!hasSameFile && isSame(enclosures: old.furtherEnclosures, new.furtherEnclosures))
  }

  /// The channel that a video carries with it is no field of the video: it says itself what becomes of it.
  static func changed(from old: Video, to new: Video) -> [String] {
    guard old != new else { return [] }
    var fields = ChangedFields()
    fields.note("description", unless: isSame(text: old.description, new.description))
    fields.note("duplicateOf", unless: old.duplicateOf == new.duplicateOf)
    fields.note("duration", unless: isSame(duration: old.duration, new.duration))
    fields.note("height", unless: old.height == new.height)
    fields.note("identifier", unless: isSame(text: old.identifier, new.identifier))
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("mediaURL", unless: isSame(url: old.mediaURL, new.mediaURL))
    fields.note("numberOfViews", unless: old.numberOfViews == new.numberOfViews)
    fields.note("thumbnailURL", unless: isSame(url: old.thumbnailURL, new.thumbnailURL))
    fields.note("title", unless: isSame(text: old.title, new.title))
    fields.note("uploadDate", unless: isSame(date: old.uploadDate, new.uploadDate))
    fields.note("width", unless: old.width == new.width)
    fields.note("withdrawn", unless: old.withdrawn == new.withdrawn)
    return fields.names
  }

  static func changed(from old: Photo, to new: Photo) -> [String] {
    guard old != new else { return [] }
    var fields = ChangedFields()
    fields.note("author", unless: isSame(text: old.author, new.author))
    fields.note("dateTaken", unless: isSame(date: old.dateTaken, new.dateTaken))
    fields.note("description", unless: isSame(text: old.description, new.description))
    fields.note("duplicateOf", unless: old.duplicateOf == new.duplicateOf)
    fields.note("height", unless: old.height == new.height)
    fields.note("identifier", unless: isSame(text: old.identifier, new.identifier))
    fields.note("imageURL", unless: isSame(url: old.imageURL, new.imageURL))
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("publicationDate", unless: isSame(date: old.publicationDate, new.publicationDate))
    fields.note("thumbnailURL", unless: isSame(url: old.thumbnailURL, new.thumbnailURL))
    fields.note("title", unless: isSame(text: old.title, new.title))
    fields.note("width", unless: old.width == new.width)
    fields.note("withdrawn", unless: old.withdrawn == new.withdrawn)
    return fields.names
  }
}

extension Episode {
  /// Its files but the one to play.
  fileprivate var furtherEnclosures: [Enclosure]? {
    var enclosures = enclosures
    if let index = enclosures?.firstIndex(where: { $0.url == enclosureURL }) { enclosures?.remove(at: index) }
    return enclosures
  }
}
