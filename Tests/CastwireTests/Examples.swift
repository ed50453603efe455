import Castwire
import CastwireBus
import Foundation
import Testing

/// Values with every field set, for tests of what they look like in JSON.
enum Examples {
  static let feedID = "bab2ba12-9757-5da6-a770-0e70e6bcf214"
  static let episodeID = "9a2b581b-6c05-5479-9716-aa6bf0f6fbfb"
  static let date = Date(timeIntervalSince1970: 1_714_746_600)

  static var details: FeedDetails {
    var details = FeedDetails()
    details.title = "Salt & Tide"
    details.author = "Ines Maddow"
    details.description = "Notes \"from\" the shore \\ 🐚"
    details.link = "https://example.org/tide"
    details.language = "en-IE"
    details.artworkURL = "https://example.org/tide.jpg"
    details.primaryGenre = "Science"
    details.categories = ["Science", "Nature"]
    details.explicit = false
    details.type = "serial"
    details.copyright = "© 2024"
    details.generator = "Quill 2"
    details.ownerName = "Ines"
    details.ownerEmail = "ines@example.org"
    details.newFeedURL = "https://example.org/new.xml"
    details.selfURL = "https://example.org/feed.xml"
    details.hubURL = "https://hub.example.net/"
    details.podcastGUID = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
    details.ttlMinutes = 60
    details.skipHours = [0, 23]
    details.skipDays = ["Sunday"]
    details.updatedDate = date
    details.nextPageURL = "https://example.org/feed.xml?page=2"
    details.subtitle = "From the shore"
    details.authors = [person]
    details.iconURL = "https://example.org/icon.png"
    details.images = [image]
    details.keywords = ["shore"]
    details.blocked = false
    details.complete = true
    details.applePodcastsVerify = "3a0f"
    details.hubURLs = ["https://hub.example.net/"]
    details.locked = true
    details.lockedOwner = "ines@example.org"
    details.funding = [funding]
    details.medium = "podcast"
    details.people = [person]
    details.locations = [location]
    details.values = [value]
    details.podroll = [remoteItem]
    details.remoteItems = [remoteItem]
    details.trailers = [trailer]
    details.texts = [text]
    details.licenses = [license]
    details.updateFrequency = updateFrequency
    details.syndicationPeriod = "daily"
    details.syndicationFrequency = 2
    details.syndicationBase = date
    details.previousPageURL = "https://example.org/feed.xml?page=0"
    details.firstPageURL = "https://example.org/feed.xml?page=0"
    details.lastPageURL = "https://example.org/feed.xml?page=9"
    details.currentURL = "https://example.org/feed.xml"
    details.previousArchiveURL = "https://example.org/2023.xml"
    details.nextArchiveURL = "https://example.org/2025.xml"
    details.historyComplete = true
    details.historyArchive = false
    details.channelID = "UC1"
    return details
  }

  static let media = MediaContent(
    url: "https://example.org/1.mp4", type: "video/mp4", medium: "video", duration: 61.5, width: 1920, height: 1080)
  static let enclosure = Enclosure(
    url: "https://example.org/1.mp3", type: "audio/mpeg", length: 12_345_678, title: "Low water",
    duration: 6148)
  static let thumbnail = Thumbnail(url: "https://example.org/1.jpg", width: 320, height: 180, time: 12.5)
  static let transcript = Transcript(
    url: "https://example.org/1.vtt", type: "text/vtt", language: "en", rel: "captions")
  static let person = Person(
    name: "Tobias Wren", role: "guest", group: "cast", imageURL: "https://example.org/tw.jpg",
    link: "https://example.org/tw")
  static let credit = Credit(name: "Jo", role: "photographer")
  static let funding = Funding(url: "https://example.org/give", text: "Give")
  static let location = Location(name: "Dublin", geo: "geo:53.3,-6.2", osm: "R1109531", rel: "subject", country: "IE")
  static let soundbite = Soundbite(startTime: 1.5, duration: 30, title: "The tide")
  static let recipient = ValueRecipient(
    address: "02d5", type: "node", name: "Ines", split: 90, fee: false, customKey: "112111100", customValue: "x")
  static let value = PodcastValue(type: "lightning", method: "keysend", suggested: "0.00001", recipients: [recipient])
  static let remoteItem = RemoteItem(
    feedGUID: "917393e3-1b1e-5cef-ace4-edaa54e1f810", feedURL: "https://example.org/other.xml", itemGUID: "1",
    medium: "music", title: "Other")
  static let image = FeedImage(
    url: "https://example.org/1500.jpg", width: 1500, height: 1500, type: "image/jpeg", purpose: "artwork",
    aspectRatio: "1/1", alternativeText: "A shell")
  static let text = TextRecord(text: "S6lpp", purpose: "verify")
  static let license = License(identifier: "cc-by-4.0", url: "https://example.org/licence")
  static let trailer = Trailer(
    url: "https://example.org/t.mp3", title: "Soon", publicationDate: date, length: 9, type: "audio/mpeg",
    seasonNumber: 2)
  static let updateFrequency = UpdateFrequency(text: "Weekly", rrule: "FREQ=WEEKLY", complete: false, dtstart: date)
  static let conversation = SocialInteract(
    uri: "https://social.example/1", protocol: "activitypub", accountID: "@ines@social.example",
    accountURL: "https://social.example/@ines", priority: 1)
  static let source = MediaSource(uri: "magnet:?xt=1", contentType: "application/x-bittorrent")
  static let alternate = AlternateEnclosure(
    type: "video/mp4", length: 5, bitrate: 128_000.5, height: 720, language: "en", title: "Video", rel: "video",
    codecs: "avc1", isDefault: false, sources: [source])
  static let contentLink = ContentLink(url: "https://example.org/live", text: "Live")
  static let liveItem = LiveItem(
    status: "live", startDate: date, endDate: date + 3600, contentLinks: [contentLink], item: item)

  static var item: FeedItem {
    var item = FeedItem()
    item.identifier = "episode-1"
    item.identifierRule = .guid
    item.title = "Low water"
    item.description = "Line\nnext"
    item.contentHTML = "<p>Line<br>next</p>"
    item.link = "https://example.org/1"
    item.publicationDate = date
    item.updatedDate = date + 60
    item.duration = 6148
    item.author = "Ines Maddow"
    item.explicit = true
    item.imageURL = "https://example.org/1.png"
    item.seasonNumber = 2
    item.episodeNumber = 7
    item.episodeType = "bonus"
    item.numberOfViews = 1_604_684_607
    item.enclosures = [enclosure]
    item.enclosureURL = enclosure.url
    item.media = [media]
    item.thumbnails = [thumbnail]
    item.chaptersURL = "https://example.org/1.json"
    item.transcripts = [transcript]
    item.people = [person]
    item.categories = ["Sea"]
    item.subtitle = "At the shore"
    item.externalURL = "https://elsewhere.example/"
    item.language = "en"
    item.dateTaken = date
    item.authors = [person]
    item.credits = [credit]
    item.blocked = false
    item.isClosedCaptioned = true
    item.images = [image]
    item.seasonName = "Winter"
    item.episodeDisplay = "7a"
    item.order = 3
    item.numberOfFavorites = 5
    item.numberOfRatings = 10
    item.averageRating = 4.5
    item.commentCount = 2
    item.commentsURL = "https://example.org/1/comments"
    item.commentFeedURL = "https://example.org/1/comments.xml"
    item.alternateEnclosures = [alternate]
    item.playerURL = "https://example.org/1/player"
    item.videoID = "v1"
    item.channelID = "UC1"
    item.chaptersType = "application/json+chapters"
    item.soundbites = [soundbite]
    item.locations = [location]
    item.values = [value]
    item.funding = [funding]
    item.socialInteracts = [conversation]
    item.texts = [text]
    item.licenses = [license]
    item.keywords = ["tide"]
    return item
  }

  static let diagnostic = FeedDiagnostic(code: "bare-ampersand", message: "an ampersand stands alone", line: 12)
  static let parsed = ParsedFeed(
    format: .rss20, encoding: "utf-8", diagnostics: [diagnostic], feed: details, items: [item], liveItems: [liveItem])
  static let feed = Feed(
    id: feedID, url: "https://example.org/feed.xml", state: .failing, kind: .podcast, details: details)
  static let diagnostics = [FeedDiagnostic(code: "shared-identifier", message: "two items", line: 7)]
  static let podcast: Podcast = {
    var podcast = Podcast(id: feedID, feedURL: "https://example.org/feed.xml", state: .active, details: details)
    podcast.diagnostics = diagnostics
    return podcast
  }()
  static let episode: Episode = {
    var episode = Episode(id: episodeID, podcastID: feedID, item: item, withdrawn: true)
    episode.duplicateOf = photoID
    return episode
  }()
}

/// The names of a value's fields that are nil: an example must have none.
func missingFields(of value: Any) -> [String] {
  Mirror(reflecting: value).children.compactMap { child in
    let mirror = Mirror(reflecting: child.value)
    return mirror.displayStyle == .optional && mirror.children.isEmpty ? child.label : nil
  }
}

/// A JSON object as Foundation reads it.
func object(_ json: [UInt8]) throws -> [String: Any] {
  try #require(JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
}

/// That a value survives JSON, and so does its JSON with a field of the future in every object.
func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
  let json = try BusCoder.encode(value)
  #expect(try BusCoder.decode(Value.self, from: json) == value)
  #expect(try BusCoder.encode(value) == json)
  let text = String(decoding: json, as: UTF8.self)
  let extended = text.replacing("{\"", with: "{\"ofTheFuture\":{\"deep\":[1,null]},\"")
  #expect(extended != text)
  #expect(try BusCoder.decode(Value.self, from: Array(extended.utf8)) == value)
}
