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
      .init("chaptersURL", \.chaptersURL, .url), .init("subtitle", \.subtitle), .init("language", \.language),
      .init("externalURL", \.externalURL, .url), .init("seasonName", \.seasonName),
      .init("episodeDisplay", \.episodeDisplay), .init("commentsURL", \.commentsURL, .url),
      .init("commentFeedURL", \.commentFeedURL, .url), .init("playerURL", \.playerURL, .url),
      .init("videoID", \.videoID), .init("channelID", \.channelID), .init("chaptersType", \.chaptersType),
    ],
    lists: [
      .init("texts", \.texts), .init("values", \.values), .init("alternateEnclosures", \.alternateEnclosures),
      .init("socialInteracts", \.socialInteracts), .init("soundbites", \.soundbites), .init("images", \.images),
      .init("locations", \.locations), .init("licenses", \.licenses), .init("funding", \.funding),
      .init("credits", \.credits), .init("authors", \.authors), .init("keywords", \.keywords),
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
      .init("subtitle", \.subtitle), .init("iconURL", \.iconURL, .url),
      .init("applePodcastsVerify", \.applePodcastsVerify), .init("lockedOwner", \.lockedOwner),
      .init("medium", \.medium), .init("syndicationPeriod", \.syndicationPeriod), .init("channelID", \.channelID),
      .init("previousPageURL", \.previousPageURL, .url), .init("firstPageURL", \.firstPageURL, .url),
      .init("lastPageURL", \.lastPageURL, .url), .init("currentURL", \.currentURL, .url),
      .init("previousArchiveURL", \.previousArchiveURL, .url), .init("nextArchiveURL", \.nextArchiveURL, .url),
    ],
    lists: [
      .init("texts", \.texts), .init("values", \.values), .init("podroll", \.podroll),
      .init("remoteItems", \.remoteItems), .init("trailers", \.trailers), .init("people", \.people),
      .init("images", \.images), .init("locations", \.locations), .init("licenses", \.licenses),
      .init("funding", \.funding), .init("authors", \.authors), .init("keywords", \.keywords),
      .init("hubURLs", \.hubURLs), .init(whole: "updateFrequency", \.updateFrequency),
      .init("categories", \.categories), .init("skipDays", \.skipDays), .init("skipHours", \.skipHours),
    ])
}
