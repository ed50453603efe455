internal import Castwire
internal import Foundation

/// What an item can be known by.
struct ItemFacts {
  /// feed-ingest's key for the item.
  let key: Int64
  /// The id that the feed states, or what stands in for it.
  let identifier: Int64?
  let identifierText: String?
  /// Whether the feed states the id.
  let isStated: Bool
  /// How many items of the document have the identifier.
  let identifierCount: Int
  /// Its page, unless it is the feed's.
  let link: Int64?
  /// Whether no other item of the document has the link.
  let isLinkUnique: Bool
  let file: Int64?
  /// Title and date.
  let title: Int64?
  /// Title and date by themselves.
  let words: TitleWords?
  /// In seconds since 1970.
  let date: Int?
  let decidedBy: DecidedBy

  /// - Parameters:
  ///   - key: feed-ingest's key for the item.
  ///   - feedLink: the hash of the feed's own page: no item is known by that.
  init(_ message: StagedMessage, key: String, kind: EntityKind, feedLink: Int64?) {
    let item = message.item
    self.key = NameHash.item(key)
    identifierText = item.identifier
    identifier = message.identifier
    isStated = item.identifierRule == .guid
    identifierCount = message.identifierCount
    link = message.link == feedLink ? nil : message.link
    isLinkUnique = message.linkCount == 1
    file = Self.file(of: message, kind: kind)
    date = item.publicationDate.map { Int($0.timeIntervalSince1970.rounded(.down)) }
    title = message.title
    words = item.title.map(TitleWords.init)
    decidedBy = DecidedBy(item.identifierRule)
  }

  /// The file that the item will be published with.
  private static func file(of message: StagedMessage, kind: EntityKind) -> Int64? {
    switch kind {
    case .episode: message.enclosure
    case .video, .photo:
      PublishedEntity(message.item, kind: kind, id: "", feed: "", channel: nil).file.map(NameHash.file)
    }
  }

  /// What a rule knows the item by.
  func value(of rule: NameRule) -> Int64? {
    switch rule {
    case .item: key
    case .identifier: identifier
    case .link: link
    case .file: file
    case .title: title
    }
  }
}

/// What a published entity is known by now, to be compared with items.
struct CurrentFacts {
  let identifier: Int64?
  let identifierText: String?
  let link: Int64?
  let file: Int64?
  let title: Int64?
  let words: TitleWords?
  let date: Int?

  init(_ entity: PublishedEntity) {
    identifierText = entity.identifier
    identifier = entity.identifier.map(NameHash.identifier)
    link = entity.link.map(NameHash.link)
    file = entity.file.map(NameHash.file)
    date = entity.date.map { Int($0.timeIntervalSince1970.rounded(.down)) }
    if let text = entity.title, let date = entity.date {
      title = NameHash.title(text, date: date)
    } else {
      title = nil
    }
    words = entity.title.map(TitleWords.init)
  }

  func value(of rule: NameRule) -> Int64? {
    switch rule {
    case .item: nil
    case .identifier: identifier
    case .link: link
    case .file: file
    case .title: title
    }
  }
}

/// A title as far as it tells what something is about: made only where it is asked for.
struct TitleWords {
  /// What publishers put beside a title that is the same otherwise.
  private static let decorations = ["early access", "early release", "ad-free", "ad free"]

  let text: String

  init(_ text: String) {
    self.text = text
  }

  /// Equal where two titles differ by case and white space alone.
  var folded: String {
    NameHash.fold(text)
  }

  /// The title without what stands in brackets or says when and for whom it came out, and how often it does; nothing where
  /// nothing else is left.
  var bare: (title: String, decorations: Int) {
    var depth = 0
    var bare = ""
    var decorations = 0
    for character in folded {
      if "([{".contains(character) {
        if depth == 0 { decorations += 1 }
        depth += 1
      } else if ")]}".contains(character) {
        depth = max(0, depth - 1)
      } else if depth == 0 {
        bare.append(character)
      }
    }
    for decoration in Self.decorations where bare.contains(decoration) {
      decorations += 1
      bare = bare.replacing(decoration, with: " ")
    }
    let isEdge = { (character: Character) in !character.isLetter && !character.isNumber }
    let trimmed = bare.drop(while: isEdge)
    let end = trimmed.lastIndex { !isEdge($0) }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
    return (trimmed[..<end].split(whereSeparator: \.isWhitespace).joined(separator: " "), decorations)
  }

  private var words: Set<Substring> {
    Set(folded.split { !$0.isLetter && !$0.isNumber })
  }

  /// Whether one has all words of the other: "Ep 10 (early access)" and "Ep 10" do, "News at 3" and "News at 4" do not.
  func isLike(_ other: TitleWords) -> Bool {
    if folded == other.folded { return true }
    let (mine, theirs) = (words, other.words)
    return !mine.isEmpty && !theirs.isEmpty && (mine.isSubset(of: theirs) || theirs.isSubset(of: mine))
  }
}
