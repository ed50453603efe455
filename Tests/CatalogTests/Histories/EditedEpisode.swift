import Castwire
import Foundation

/// What is so of an episode, whoever looks: what its publisher has made of it, and what must be known of it.
struct EditedEpisode {
  /// What a document says of it.
  struct Content: Hashable {
    /// nil in a feed that states none: then the link stands for it.
    var guid: String?
    var title: String
    var link: String
    /// Without what signs it.
    var file: String
    /// Of its publication, in seconds since 1970.
    var time: Int

    var identifier: String { guid ?? link }
    /// Its title and date.
    var name: String { "\(title)\n\(time)" }

    /// All of it in one line, as `Episode.words` has it.
    func words(isWithdrawn: Bool) -> String {
      [identifier, title, link, file, "\(time)", isWithdrawn ? "withdrawn" : ""].joined(separator: " ")
    }
  }

  let number: Int
  /// What the catalog's events are to call it. Two items that are alike in everything have one label.
  let label: String
  var content: Content
  /// Counts how often its file was signed anew.
  var signature = 0
  var views = 0
  /// Whether it is there for some before it is there for all.
  var isEarly = false
  /// Whether there is another that is like it in everything.
  var isTwin = false

  /// What the newest revision says; nil before the first.
  private(set) var published: Content?
  private(set) var revision = 0
  /// What each revision said: its number, verb and changed fields, then the episode.
  private(set) var revisions: [String] = []
  /// When a document held it first, in seconds since 1970.
  private(set) var firstSeen = 0
  private(set) var isPresent = false
  private(set) var isWithdrawn = false
  /// All it was ever called by.
  private(set) var identifiers: Set<String> = []
  private(set) var links: Set<String> = []
  private(set) var files: Set<String> = []
  private(set) var names: Set<String> = []

  init(number: Int, label: String, content: Content) {
    self.number = number
    self.label = label
    self.content = content
  }

  /// The item that a document holds.
  var item: FeedItem {
    var item = FeedItem()
    item.identifier = content.identifier
    item.identifierRule = content.guid == nil ? .link : .guid
    item.description = label
    item.title = content.title
    item.link = content.link
    let url = signature == 0 ? content.file : "\(content.file)?Expires=\(signature)&Signature=s\(signature)"
    item.enclosureURL = url
    item.enclosures = [Enclosure(url: url, type: "audio/mpeg", length: 1_000)]
    item.publicationDate = Date(timeIntervalSince1970: Double(content.time))
    item.numberOfViews = views == 0 ? nil : views
    return item
  }

  /// What lists are ordered by.
  var order: Int { min(published?.time ?? .max, firstSeen) }

  /// The rule that finds it, of those that the catalog names.
  var rule: String {
    if identifiers.contains(content.identifier) { return content.guid == nil ? "link" : "identifier" }
    if links.contains(content.link) { return "link" }
    return files.contains(content.file) ? "enclosure" : "title"
  }

  /// A document holds it.
  ///
  /// - Returns: the line of the catalog's event; nil where nothing differs.
  mutating func appear(at time: Int, initial: Bool) -> String? {
    let rule = rule
    isPresent = true
    defer { remember() }
    guard let published else {
      revision = 1
      firstSeen = time
      note("added", [])
      return "episode.added \(label)" + (initial ? " initial" : "")
    }
    var changed: [String] = []
    if published.file != content.file { changed.append("enclosureURL") }
    if published.identifier != content.identifier { changed.append("identifier") }
    if published.link != content.link { changed.append("link") }
    if published.time != content.time { changed.append("publicationDate") }
    if published.title != content.title { changed.append("title") }
    if isWithdrawn { changed.append("withdrawn") }
    guard !changed.isEmpty else { return nil }
    revision += 1
    let verb = isWithdrawn ? "restored" : "updated"
    isWithdrawn = false
    note(verb, changed)
    return "episode.\(verb) \(label) \(revision) \(changed.joined(separator: ",")) by \(rule)"
  }

  /// The newest document holds it no more.
  ///
  /// - Parameter isMissing: whether older ones are there still.
  /// - Returns: the line of the catalog's event; nil where there is none.
  mutating func leave(isMissing: Bool) -> String? {
    isPresent = false
    guard isMissing, !isWithdrawn else { return nil }
    isWithdrawn = true
    revision += 1
    note("withdrawn", ["withdrawn"], published)
    return "episode.withdrawn \(label) \(revision) withdrawn"
  }

  private mutating func note(_ verb: String, _ changed: [String], _ content: Content? = nil) {
    let words = (content ?? self.content).words(isWithdrawn: isWithdrawn)
    revisions.append("\(revision) \(verb) \(changed.joined(separator: ",")): \(words)")
  }

  private mutating func remember() {
    published = content
    identifiers.insert(content.identifier)
    links.insert(content.link)
    files.insert(content.file)
    names.insert(content.name)
  }
}

extension Episode {
  /// All that the model knows, in one line.
  var words: String {
    [
      identifier ?? "", title ?? "", link ?? "", enclosureURL.map { String($0.prefix { $0 != "?" }) } ?? "",
      publicationDate.map { "\(Int($0.timeIntervalSince1970))" } ?? "", withdrawn ? "withdrawn" : "",
    ].joined(separator: " ")
  }
}
