/// The local names of the elements and attributes that some part of the parser knows, in lower case.
enum MarkupName: String, CaseIterable {
  // Documents and their structure.
  case rss, feed, rdf, channel, item, entry, opml, head, outline, redirect, html
  // Text and links.
  case title, link, description, summary, subtitle, tagline, info, content, encoded, body, fullitem, guid, id, url, uri
  case name, email, language, copyright, rights, generator
  // Dates.
  case pubdate, published, issued, updated, modified, created, date, lastbuilddate
  // People.
  case author, managingeditor, webmaster, creator, owner, person
  // Pictures and media.
  case image, logo, icon, enclosure, thumbnail, group, community, statistics, chapters, transcript
  // Classification.
  case category, subject, explicit, type, duration, season, episode, episodetype
  // Polling.
  case ttl, skiphours, hour, skipdays, day
  case newFeedURL = "new-feed-url"
  case isComment = "iscomment"
  case newLocation = "newlocation"
  // Attributes.
  case href, rel, length, filesize, medium, width, height, views, term, label, text, mode, base, lang, about
  case ispermalink, version, role, img, src, xmlurl, htmlurl, xmlns

  static let table = NameTable(allCases.map { ($0.rawValue, $0) })
}
