internal import Castwire

/// Keeps what feeds say small enough for events.
enum ItemSize {
  /// The most JSON that an item or a feed's details may be, in bytes: an event of 1 MiB less its envelope, and room for
  /// what the catalog adds to it.
  static let limit = 1_000_000

  /// Cuts items.
  static let item = SizeLimit<FeedItem>(
    limit: limit,
    texts: [
      .init("contentHTML", \.contentHTML, .html), .init("description", \.description), .init("title", \.title),
      .init("author", \.author), .init("identifier", \.identifier), .init("episodeType", \.episodeType),
      .init("link", \.link, .url), .init("imageURL", \.imageURL, .url), .init("enclosureURL", \.enclosureURL, .url),
      .init("chaptersURL", \.chaptersURL, .url),
    ],
    lists: [
      .init("transcripts", \.transcripts), .init("people", \.people), .init("categories", \.categories),
      .init("media", \.media), .init("thumbnails", \.thumbnails), .init("enclosures", \.enclosures),
    ])

  /// Cuts what a feed says of itself.
  static let details = SizeLimit<FeedDetails>(
    limit: limit,
    texts: [
      .init("description", \.description), .init("title", \.title), .init("author", \.author),
      .init("copyright", \.copyright), .init("generator", \.generator), .init("ownerName", \.ownerName),
      .init("ownerEmail", \.ownerEmail), .init("language", \.language), .init("primaryGenre", \.primaryGenre),
      .init("type", \.type), .init("podcastGUID", \.podcastGUID), .init("link", \.link, .url),
      .init("artworkURL", \.artworkURL, .url), .init("newFeedURL", \.newFeedURL, .url),
      .init("selfURL", \.selfURL, .url), .init("hubURL", \.hubURL, .url), .init("nextPageURL", \.nextPageURL, .url),
    ],
    lists: [
      .init("categories", \.categories), .init("skipDays", \.skipDays), .init("skipHours", \.skipHours),
    ])
}
