/// The names of JSON Feed's members (https://jsonfeed.org/version/1.1).
enum JSONName: String, CaseIterable {
  // The feed.
  case version, title, description, icon, favicon, author, authors, language, expired, hubs, items
  case homePageURL = "home_page_url"
  case feedURL = "feed_url"
  case nextURL = "next_url"
  // An item.
  case id, url, summary, image, tags, attachments
  case externalURL = "external_url"
  case contentHTML = "content_html"
  case contentText = "content_text"
  case bannerImage = "banner_image"
  case datePublished = "date_published"
  case dateModified = "date_modified"
  // An author, a hub and an attachment.
  case name, avatar, type
  case mimeType = "mime_type"
  case sizeInBytes = "size_in_bytes"
  case durationInSeconds = "duration_in_seconds"

  static let table = NameTable(allCases.map { ($0.rawValue, $0) })
}
