internal import Castwire

/// What changed of what a feed is. Its address is compared as it is: where the feed is now is said by its server, and not
/// anew at each look.
extension NormalForm {
  static func changed(from old: Podcast, to new: Podcast) -> [String] {
    guard old != new else { return [] }
    var fields = ChangedFields()
    fields.note("artworkURL", unless: isSame(url: old.artworkURL, new.artworkURL))
    fields.note("author", unless: isSame(text: old.author, new.author))
    fields.note("categories", unless: isSame(texts: old.categories, new.categories))
    fields.note("description", unless: isSame(text: old.description, new.description))
    fields.note("diagnostics", unless: isSame(diagnostics: old.diagnostics, new.diagnostics))
    fields.note("explicit", unless: old.explicit == new.explicit)
    fields.note("feedURL", unless: old.feedURL == new.feedURL)
    fields.note("language", unless: isSame(text: old.language, new.language))
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("podcastGUID", unless: isSame(text: old.podcastGUID, new.podcastGUID))
    fields.note("primaryGenre", unless: isSame(text: old.primaryGenre, new.primaryGenre))
    fields.note("state", unless: old.state == new.state)
    fields.note("title", unless: isSame(text: old.title, new.title))
    fields.note("type", unless: isSame(text: old.type, new.type))
    return fields.names
  }

  static func changed(from old: Channel, to new: Channel) -> [String] {
    guard old != new else { return [] }
    var fields = ChangedFields()
    fields.note("description", unless: isSame(text: old.description, new.description))
    fields.note("diagnostics", unless: isSame(diagnostics: old.diagnostics, new.diagnostics))
    fields.note("feedURL", unless: old.feedURL == new.feedURL)
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("name", unless: isSame(text: old.name, new.name))
    fields.note("profileImageURL", unless: isSame(url: old.profileImageURL, new.profileImageURL))
    fields.note("state", unless: old.state == new.state)
    return fields.names
  }

  static func changed(from old: PhotoStream, to new: PhotoStream) -> [String] {
    guard old != new else { return [] }
    var fields = ChangedFields()
    fields.note("author", unless: isSame(text: old.author, new.author))
    fields.note("diagnostics", unless: isSame(diagnostics: old.diagnostics, new.diagnostics))
    fields.note("feedURL", unless: old.feedURL == new.feedURL)
    fields.note("link", unless: isSame(url: old.link, new.link))
    fields.note("state", unless: old.state == new.state)
    fields.note("title", unless: isSame(text: old.title, new.title))
    return fields.names
  }
}

/// The names of the fields that changed, in the order in which they are noted: the alphabet's.
struct ChangedFields {
  private(set) var names: [String] = []

  mutating func note(_ name: String, unless isSame: Bool) {
    if !isSame { names.append(name) }
  }
}
