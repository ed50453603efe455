internal import Castwire
internal import CastwireBus
internal import MessageCoding

/// The rule by which an entity was known again, as `matchedBy` has it.
enum DecidedBy: String {
  /// The id that the feed states.
  case identifier
  /// A link that only one item of the document has.
  case link
  /// The file's address, without what only signs it.
  case enclosure
  /// Title and date.
  case title
  /// It took the place of one that went with the same document and had its title.
  case replacement

  /// What feed-ingest knew the item by, whose key it then has.
  init(_ rule: IdentifierRule?) {
    switch rule {
    case .guid, nil: self = .identifier
    case .link: self = .link
    case .enclosure: self = .enclosure
    case .digest: self = .title
    }
  }
}

/// Why an entity is what it is, where that was not plain: what `castwire show --why` tells.
struct Decision: Hashable {
  enum Reason: String {
    case link, enclosure, title, replacement
    /// The feed stated an id that the entity had before.
    case formerIdentifier = "former-identifier"
    /// Several entities fit equally: none was taken.
    case ambiguous
    /// So many entities have the value that it tells nothing.
    case common
    /// What had the same link or file has another title and another date.
    case contradiction
    /// Its identifier is another item's, too.
    case sharedIdentifier = "shared-identifier"
    /// feed-ingest's key was another item's in the log before.
    case foreignKey = "foreign-key"
    /// It has nothing to play or to show yet.
    case pending
    /// It has something to play or to show now.
    case ready
    /// Another feed had its file before.
    case duplicate
    /// Its feed turned out to be another, which has it, too.
    case merged
  }

  /// What of it is stored as JSON.
  struct Detail: Codable, Hashable {
    /// feed-ingest's key for the item.
    var item: String?
    /// The `causationid` of what followed.
    var cause: String?
    /// What the entity was known by, and what it is known by now.
    var from: String?
    var to: String?
    /// The ids of the entities that were looked at.
    var candidates: [String]?
  }

  let reason: Reason
  var detail = Detail()

  init(_ reason: Reason, from: String? = nil, to: String? = nil, candidates: [String]? = nil) {
    self.reason = reason
    detail.from = from
    detail.to = to
    detail.candidates = candidates
  }
}
