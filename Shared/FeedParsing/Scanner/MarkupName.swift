/// The local names of the elements and attributes that some part of the parser knows, in lower case.
enum MarkupName: String, CaseIterable {
  // Documents and their structure.
  case rss, feed, rdf, channel, item, entry, opml, head, outline, redirect, html
  // Text and links.
  case title, link, description, summary, subtitle, tagline, info, content, encoded, body, fullitem, guid, id, url, uri
  case name, email, language, copyright, rights, generator, comments, keywords
  // Dates.
  case pubdate, published, issued, updated, modified, created, date, lastbuilddate
  // People.
  case author, managingeditor, webmaster, creator, owner, person, credit
  // Pictures and media.
  case image, images, logo, icon, enclosure, thumbnail, group, community, statistics, chapters, transcript, player
  // Classification.
  case category, subject, explicit, type, duration, season, episode, episodetype, rating, adult, section
  // Polling.
  case ttl, skiphours, hour, hours, skipdays, day, archive, complete
  case newFeedURL = "new-feed-url"
  case isComment = "iscomment"
  case newLocation = "newlocation"
  // Apple.
  case block, order
  case applePodcastsVerify = "applepodcastsverify"
  case isClosedCaptioned = "isclosedcaptioned"
  // Media RSS, photos and videos.
  case starRating = "starrating"
  case peerLink = "peerlink"
  case videoID = "videoid"
  case channelID = "channelid"
  case dateTaken = "date.taken"
  case flickrDateTaken = "date_taken"
  // Comments and updates.
  case total, comment
  case commentRSS = "commentrss"
  case updatePeriod = "updateperiod"
  case updateFrequency = "updatefrequency"
  case updateBase = "updatebase"
  // Podcasting 2.0.
  case locked, funding, location, soundbite, medium, value, podroll, txt, trailer, license, source
  case valueRecipient = "valuerecipient"
  case remoteItem = "remoteitem"
  case liveItem = "liveitem"
  case contentLink = "contentlink"
  case alternateEnclosure = "alternateenclosure"
  case socialInteract = "socialinteract"
  // Attributes.
  case href, rel, length, filesize, width, height, views, favorites, term, label, text, mode, base, lang, about
  case ispermalink, version, role, img, src, xmlurl, htmlurl, xmlns, count, average, scheme, isdefault, bitrate
  case geo, osm, country, display, srcset, purpose, alt, rrule, dtstart, method, suggested, address, split, fee,
    resource
  case status, start, end, time, codecs, priority
  case startTime = "starttime"
  case customKey = "customkey"
  case customValue = "customvalue"
  case feedGUID = "feedguid"
  case feedURL = "feedurl"
  case itemGUID = "itemguid"
  case contentType = "contenttype"
  case aspectRatio = "aspect-ratio"
  case accountID = "accountid"
  case accountURL = "accounturl"
  case socialProtocol = "protocol"
  case defaultFlag = "default"

  static let table = NameTable(allCases.map { ($0.rawValue, $0) })
}
