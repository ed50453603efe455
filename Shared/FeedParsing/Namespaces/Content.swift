extension Vocabulary {
  /// The content module of RSS 1.0, of which feeds use `content:encoded` alone.
  static let content = Vocabulary(
    uris: ["purl.org/rss/1.0/modules/content"], prefixes: ["content"],
    readItemElement: { reader in
      if reader.name == .encoded {
        reader.draft.content.offer(reader.readCandidate(.html, rank: 12))
      } else {
        reader.scanner.skipElement()
      }
    })
}
