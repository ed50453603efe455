internal import Castwire
internal import Foundation

/// From drafts to what is given out.
extension FeedReader {
  mutating func finishedFeed() -> FeedDetails {
    var result = feed.feed
    result.title = firstText(feed.title) ?? FeedReader.emptyText(feed.title)
    result.description = firstText(feed.description) ?? FeedReader.emptyText(feed.description)
    result.author = feed.author.value ?? result.ownerName
    result.link = feed.link.value
    result.authors = FeedReader.worthwhile(result.authors)
    result.language = feed.language.value.map(FeedReader.languageTag)
    result.explicit = feed.explicit.value
    result.hubURL = result.hubURLs?.first
    result.artworkURL = feed.image.value ?? FeedReader.artwork(in: result.images)
    result.updatedDate = feed.updated.value
    result.primaryGenre = feed.genres?.first
    result.categories = feed.categories.map(FeedReader.withoutRepeats)
    result.keywords = result.keywords.map(FeedReader.withoutRepeats)
    result.hubURLs = result.hubURLs.map(FeedReader.withoutRepeats)
    return result
  }

  /// Makes `item`, which is empty, the item that was read. The draft is of no more use then.
  mutating func finishItem(into item: inout FeedItem) {
    draft.takeItem(into: &item)
    item.title = firstText(draft.title)
    finishText(&item)
    item.author = draft.author.take()
    if let authors = item.authors { item.authors = FeedReader.worthwhile(authors) }
    item.language = draft.language.take().map(FeedReader.languageTag)
    item.explicit = draft.explicit.value
    item.commentCount = draft.commentCount.value
    item.commentFeedURL = draft.commentFeed.take()
    item.publicationDate = draft.published.value ?? draft.updated.value
    item.updatedDate = draft.updated.value
    finishMedia(&item)
    item.imageURL = draft.image.take()
    if item.imageURL == nil { item.imageURL = FeedReader.artwork(in: item.images) ?? item.pictureURL }
    if let categories = item.categories { item.categories = FeedReader.withoutRepeats(categories) }
    if let keywords = item.keywords { item.keywords = FeedReader.withoutRepeats(keywords) }
    finishLink(&item)
    if item.title == nil, item.description?.isEmpty ?? true, let url = item.enclosureURL {
      item.title = fileName(ofURL: url)
    }
  }

  /// The media, and which of the files is the one to play.
  private mutating func finishMedia(_ item: inout FeedItem) {
    if let media = draft.defaultMedia { item.media = [media] + (item.media ?? []) }
    if let renditions = draft.renditions { item.addEnclosures(renditions) }
    if item.enclosures == nil, let form = item.alternateEnclosures?.first(where: { $0.isDefault == true }),
      let source = form.sources?.first(where: { $0.uri.hasPrefix("http") })
    {
      item.enclosures = [Enclosure(url: source.uri, type: source.contentType ?? form.type, length: form.length)]
    }
    if let url = draft.defaultMedia?.url, item.enclosures?.contains(where: { $0.url == url }) == true {
      item.enclosureURL = url
    } else {
      item.enclosureURL = item.playableURL
    }
    item.duration = draft.duration.value
    if item.duration == nil { item.duration = item.media?.lazy.compactMap(\.duration).first }
    if item.duration == nil { item.duration = item.enclosures?.lazy.compactMap(\.duration).first }
  }

  private mutating func firstText(_ candidates: Candidates) -> String? {
    for candidate in candidates.list {
      if let text = plainText(candidate) { return text }
    }
    return nil
  }

  /// The text of a feed that gives nothing but pictures: empty, which is not the same as none.
  private static func emptyText(_ candidates: Candidates) -> String? {
    candidates.isEmpty ? nil : ""
  }

  /// The description, and the richest HTML: the content, or else the first description with tags in it, or else what the
  /// description was made from.
  private mutating func finishText(_ item: inout FeedItem) {
    if draft.content.isEmpty, finishTextAtOnce(&item) { return }
    var source: TextCandidate?
    for candidate in draft.description.list + draft.content.list where item.description == nil {
      item.description = plainText(candidate)
      source = candidate
    }
    for candidate in draft.content.list where item.contentHTML == nil {
      item.contentHTML = safeHTML(candidate)
    }
    item.description =
      item.description ?? FeedReader.emptyText(draft.description) ?? FeedReader.emptyText(draft.content)
    guard item.contentHTML == nil, item.description != nil else { return }
    let rich = draft.description.list.first { candidate in
      candidate.kind != .plain
        && scanner.withDecoded(candidate.raw, scratch: &scratch) { reader.hasMarkup(in: $0) }
    }
    item.contentHTML = (rich ?? source).flatMap { safeHTML($0) }
  }

  /// The same for the item that most podcasts have: both come from the one description, which is read once. False where
  /// there is more to it.
  private mutating func finishTextAtOnce(_ item: inout FeedItem) -> Bool {
    guard let first = draft.description.list.first, first.kind == .html,
      first.raw.count <= htmlLimit(base: first.base)
    else { return false }
    turn(first, into: [.html, .text])
    guard !reader.plainText.isEmpty, reader.hasMarkup || draft.description.list.count == 1 else { return false }
    // Text without tags or anything to escape is the same as both, and kept once.
    let isSame = !scanner.mayHaveWideSpace && reader.plainText.equals(reader.safeHTML)
    item.description = keptText()
    item.contentHTML = isSame ? item.description : keptHTML()
    return true
  }

  /// The first picture that is meant to stand for the whole: what is for other purposes has another shape.
  private static func artwork(in images: [FeedImage]?) -> String? {
    images?.first { $0.purpose == nil || $0.purpose == "artwork" }?.url
  }

  /// The link, which a guid is where nothing says otherwise, and the guid as the feed means it.
  private mutating func finishLink(_ item: inout FeedItem) {
    item.link = draft.link.take()
    guard var guid = draft.guid.take() else { return }
    let isWebAddress = guid.begins(with: "http://") || guid.begins(with: "https://")
    let isLink = draft.isPermaLink ?? isWebAddress
    if isLink, item.link == nil || !isWebAddress {
      let url = guid.withUTF8 { URLReference.absolute(ByteView($0), base: base) }
      item.link = item.link ?? url
      if !isWebAddress { guid = url ?? guid }
    }
    item.identifier = guid
    item.identifierRule = .guid
  }

  /// Identifiers for the items that have none of their own, now that all links are known.
  mutating func finishIdentifiers() {
    guard items.contains(where: { $0.identifier == nil }) else { return }
    var linkCounts: [String: Int] = [:]
    for item in items {
      if let link = item.link { linkCounts[link, default: 0] += 1 }
    }
    for index in items.indices where items[index].identifier == nil {
      let item = items[index]
      if let link = item.link, linkCounts[link] == 1 {
        (items[index].identifier, items[index].identifierRule) = (link, .link)
      } else if let url = item.enclosureURL {
        (items[index].identifier, items[index].identifierRule) = (url, .enclosure)
      } else {
        (items[index].identifier, items[index].identifierRule) = (FeedReader.digest(of: item), .digest)
      }
    }
  }

  /// A hash of title and date; of the description where the item has nothing else.
  private static func digest(of item: FeedItem) -> String {
    let date = item.publicationDate.map { String(Int64($0.timeIntervalSince1970)) } ?? ""
    let isBare = item.title == nil && item.publicationDate == nil && item.link == nil
    let description = isBare ? item.description ?? "" : ""
    return Identity.digest(of: Array("\(item.title ?? "")\n\(date)\(description)".utf8))
  }

  /// A language tag with the separators that it should have.
  private static func languageTag(_ text: String) -> String {
    text.replacing("_", with: "-")
  }

  private static func withoutRepeats(_ names: [String]) -> [String] {
    // Few are compared sooner than hashed.
    if names.count <= 16 {
      return names.indices.lazy.filter { !names[..<$0].contains(names[$0]) }.map { names[$0] }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// `episode-12` of `https://example.com/media/episode-12.mp3?x=1`: better than no title at all.
  private mutating func fileName(ofURL url: String) -> String? {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    guard let name = path.split(separator: "/").last, path.split(separator: "/").count > 2 else { return nil }
    let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    let text = Array((stem.removingPercentEncoding ?? String(stem)).utf8)
    return plainText(TextCandidate(raw: RawText(owned: text), kind: .plain, base: nil, rank: 0))
  }
}
