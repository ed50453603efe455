internal import Castwire

extension Vocabulary {
  /// Flickr's own elements, of which one is read: when a photo was taken. All else in its feeds is Atom, RSS, Dublin Core
  /// (`dc:date.Taken`) and Media RSS.
  static let flickr = Vocabulary(
    uris: ["urn:flickr:user", "urn:flickr:", "urn:flickr", "flickr.com/services/api"], prefixes: ["flickr"],
    readItemElement: { reader in
      if reader.name == .flickrDateTaken {
        reader.draft.item.dateTaken = reader.readDate() ?? reader.draft.item.dateTaken
      } else {
        reader.scanner.skipElement()
      }
    })
}
