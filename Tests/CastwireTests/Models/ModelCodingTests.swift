import Castwire
import CastwireBus
import Foundation
import Testing

/// The models in JSON: the names are part of the contract with clients in other languages.
struct ModelCodingTests {
  static let feedKeys: Set<String> = [
    "title", "author", "description", "link", "language", "artworkURL", "primaryGenre", "categories", "explicit",
    "type",
    "copyright", "generator", "ownerName", "ownerEmail", "newFeedURL", "selfURL", "hubURL", "podcastGUID", "ttlMinutes",
    "skipHours", "skipDays", "updatedDate", "nextPageURL",
    "subtitle", "authors", "iconURL", "images", "keywords", "blocked", "complete", "applePodcastsVerify", "hubURLs",
    "locked", "lockedOwner", "funding", "medium", "people", "locations", "values", "podroll", "remoteItems", "trailers",
    "texts", "licenses", "updateFrequency", "syndicationPeriod", "syndicationFrequency", "syndicationBase",
    "previousPageURL", "firstPageURL", "lastPageURL", "currentURL", "previousArchiveURL", "nextArchiveURL",
    "historyComplete", "historyArchive", "channelID",
  ]

  static let itemKeys: Set<String> = [
    "identifier", "identifierRule", "title", "description", "contentHTML", "link", "publicationDate", "updatedDate",
    "duration", "author", "explicit", "imageURL", "seasonNumber", "episodeNumber", "episodeType", "numberOfViews",
    "enclosures", "enclosureURL", "media", "thumbnails", "chaptersURL", "transcripts", "people", "categories",
  ]

  /// What a feed's item has and an episode has not.
  static let itemOnlyKeys: Set<String> = [
    "identifierRule", "numberOfViews", "media", "thumbnails",
  ]

  /// What an item has besides.
  static let furtherItemKeys: Set<String> = [
    "subtitle", "externalURL", "language", "dateTaken", "authors", "credits", "blocked", "isClosedCaptioned", "images",
    "seasonName", "episodeDisplay", "order", "numberOfFavorites", "numberOfRatings", "averageRating", "commentCount",
    "commentsURL", "commentFeedURL", "alternateEnclosures", "playerURL", "videoID", "channelID", "chaptersType",
    "soundbites", "locations", "values", "funding", "socialInteracts", "texts", "licenses", "keywords",
  ]

  @Test func theExamplesLeaveNoFieldOut() throws {
    let extras = try #require(Examples.item.extras)
    for value: Any in [
      Examples.details, Examples.item, extras, Examples.feed, Examples.podcast, Examples.episode, Examples.media,
      Examples.enclosure, Examples.thumbnail, Examples.transcript, Examples.person, Examples.diagnostic,
      Examples.credit, Examples.funding, Examples.location, Examples.soundbite, Examples.recipient, Examples.value,
      Examples.remoteItem, Examples.image, Examples.text, Examples.license, Examples.trailer, Examples.updateFrequency,
      Examples.conversation, Examples.source, Examples.alternate, Examples.contentLink, Examples.liveItem,
      Examples.channel, Examples.video, Examples.photoStream, Examples.photo, Examples.videoCell, Examples.photoCell,
    ] {
      #expect(missingFields(of: value) == [], "\(type(of: value))")
    }
  }

  @Test func everyModelSurvivesJSON() throws {
    try expectRoundTrip(Examples.parsed)
    try expectRoundTrip(Examples.feed)
    try expectRoundTrip(Examples.podcast)
    try expectRoundTrip(Examples.episode)
    try expectRoundTrip(Examples.channel)
    try expectRoundTrip(Examples.video)
    try expectRoundTrip(Examples.photoStream)
    try expectRoundTrip(Examples.photo)
  }

  @Test func modelsWithNothingSetSurviveJSONAndWriteNoNulls() throws {
    let empty = ParsedFeed(format: .atom10, encoding: "utf-8", feed: FeedDetails(), items: [FeedItem()])
    let json = try BusCoder.encode(empty)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"diagnostics":[],"encoding":"utf-8","feed":{},"format":"atom1.0","items":[{}]}"#)
    #expect(try BusCoder.decode(ParsedFeed.self, from: json) == empty)
  }

  @Test func parsedFeedHasTheFieldsOfTheContract() throws {
    let parsed = try object(BusCoder.encode(Examples.parsed))
    #expect(Set(parsed.keys) == ["format", "encoding", "diagnostics", "feed", "items", "liveItems"])
    let diagnostics = try #require(parsed["diagnostics"] as? [[String: Any]])
    #expect(diagnostics.map { Set($0.keys) } == [["code", "message", "line"]])
    #expect(try Set(#require(parsed["feed"] as? [String: Any]).keys) == Self.feedKeys)
    let item = try #require((parsed["items"] as? [[String: Any]])?.first)
    #expect(Set(item.keys) == Self.itemKeys.union(Self.furtherItemKeys))
    for (list, keys) in [
      "enclosures": ["url", "type", "length", "title", "duration"],
      "media": ["url", "type", "medium", "duration", "width", "height"],
      "thumbnails": ["url", "width", "height", "time"], "transcripts": ["url", "type", "language", "rel"],
      "people": ["name", "role", "group", "imageURL", "link"],
    ] as [String: Set<String>] {
      let entries = try #require(item[list] as? [[String: Any]])
      #expect(entries.map { Set($0.keys) } == [keys], "\(list)")
    }
    #expect(item["identifierRule"] as? String == "guid")
    #expect(item["duration"] as? Double == 6148)
  }

  @Test func aFeedsOwnFieldsStandBesideItsIdentity() throws {
    let feed = try object(BusCoder.encode(Examples.feed))
    #expect(Set(feed.keys) == Self.feedKeys.union(["id", "url", "state", "kind"]))
    #expect(feed["state"] as? String == "failing")
    #expect(feed["kind"] as? String == "podcast")
  }

  @Test func aPodcastHasTheFieldsOfTheContract() throws {
    let podcast = try object(BusCoder.encode(Examples.podcast))
    #expect(
      Set(podcast.keys) == [
        "id", "feedURL", "state", "title", "author", "description", "primaryGenre", "artworkURL", "link", "language",
        "explicit", "categories", "type", "podcastGUID", "diagnostics",
      ])
  }

  @Test func anEpisodeHasTheFieldsOfTheContract() throws {
    let episode = try object(BusCoder.encode(Examples.episode))
    #expect(
      Set(episode.keys)
        == Self.itemKeys.subtracting(Self.itemOnlyKeys)
        .union(["id", "podcastID", "withdrawn", "duplicateOf"]))
    #expect(episode["id"] as? String == Examples.episodeID)
    #expect(episode["podcastID"] as? String == Examples.feedID)
  }

  @Test func `a channel and a photo stream have the fields of the contract`() throws {
    let identity: Set = ["id", "feedURL", "state", "diagnostics"]
    #expect(
      Set(try object(BusCoder.encode(Examples.channel)).keys)
        == identity.union(["name", "profileImageURL", "link", "description"]))
    #expect(
      Set(try object(BusCoder.encode(Examples.photoStream)).keys) == identity.union(["title", "author", "link"]))
  }

  @Test func `a video has the fields of the contract`() throws {
    let video = try object(BusCoder.encode(Examples.video))
    #expect(
      Set(video.keys) == [
        "id", "channelID", "identifier", "title", "thumbnailURL", "numberOfViews", "uploadDate", "channel", "duration",
        "description", "link", "mediaURL", "width", "height", "withdrawn", "duplicateOf",
      ])
    #expect(
      video["channel"] as? [String: String] == [
        "name": "Salt & Tide", "profileImageURL": "https://example.org/tide.jpg",
      ])
    #expect(video["uploadDate"] as? String == "2024-05-03T14:30:00Z")
    #expect(video["numberOfViews"] as? Int == 1_604_684_607)
  }

  @Test func `a photo has the fields of the contract`() throws {
    #expect(
      Set(try object(BusCoder.encode(Examples.photo)).keys) == [
        "id", "streamID", "identifier", "title", "imageURL", "thumbnailURL", "dateTaken", "publicationDate", "author",
        "link", "width", "height", "description", "withdrawn", "duplicateOf",
      ])
  }

  @Test func datesAreInUTCWithZ() throws {
    let item = try object(BusCoder.encode(Examples.item))
    #expect(item["publicationDate"] as? String == "2024-05-03T14:30:00Z")
    #expect(item["updatedDate"] as? String == "2024-05-03T14:31:00Z")
  }

  @Test(arguments: [
    (-2_208_988_800.0, "1900-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (0, "1970-01-01T00:00:00Z"),
    (951_782_400, "2000-02-29T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
  ])
  func farDatesSurviveJSON(seconds: Double, text: String) throws {
    var item = FeedItem()
    item.publicationDate = Date(timeIntervalSince1970: seconds)
    let json = try BusCoder.encode(item)
    #expect(String(decoding: json, as: UTF8.self) == #"{"publicationDate":"\#(text)"}"#)
    #expect(try BusCoder.decode(FeedItem.self, from: json) == item)
  }

  @Test func idsAreWrittenInLowerCase() throws {
    let json = String(decoding: try BusCoder.encode(Examples.episode), as: UTF8.self)
    let ids = json.matches(of: /"(?:id|podcastID)":"([^"]*)"/).map { String($0.output.1) }
    #expect(ids.count == 2)
    #expect(ids.allSatisfy { $0 == $0.lowercased() && $0.count == 36 })
  }

  @Test func formatsHaveTheNamesOfTheContract() {
    #expect(
      FeedFormat.allCases.map(\.rawValue) == [
        "rss0.90", "rss0.91", "rss0.92", "rss0.93", "rss0.94", "rss1.0", "rss2.0", "atom0.3", "atom1.0", "json1.0",
        "json1.1",
      ])
  }
}
