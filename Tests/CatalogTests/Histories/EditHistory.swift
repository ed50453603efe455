import Castwire
import TestSupport

/// A random history of a feed: what its publisher does to it, one document after the other, and what must be known of
/// each episode in the end.
///
/// The model knows which episode each item is, since it made them; it shares no code with the services. What the catalog
/// has to make of a document follows from sentences about documents; an edit of which they leave open what it is, is not
/// made.
struct EditHistory {
  var random: SeededGenerator
  var episodes: [EditedEpisode] = []
  /// The numbers of the episodes in the newest document, in its order.
  var document: [Int] = []
  /// What was done to make the newest document.
  var edits: [Edit] = []
  /// Episodes that the next document must hold, and as they are.
  var settled: Set<Int> = []
  /// What the catalog is to say of the newest document.
  private(set) var lines: [String] = []
  /// What feed-ingest's clock shows, in seconds since 1970.
  private(set) var now = 1_700_000_000
  /// Whether the feed states what its items are called by.
  let hasGUIDs: Bool
  /// Counts what is new: no two values are the same by chance.
  var counter = 0

  private var isRead = false
  private var podcastRevision = 1
  private var hasDiagnostic = false
  /// The episodes that were ever called by a value.
  private var owners: [String: Set<Int>] = [:]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed, stream: "history")
    hasGUIDs = !random.isOnce(in: 5)
    for _ in 0...random.below(6) { add() }
    if hasGUIDs, random.isOnce(in: 4) { addNamesake() }
    close()
  }

  /// The newest document.
  var items: [FeedItem] { document.map { episodes[$0].item } }

  /// All that the catalog is to know, newest first.
  var known: [EditedEpisode] {
    episodes.filter { $0.published != nil }.sorted { $0.order > $1.order }
  }

  /// Makes the next document, a day later.
  mutating func step() {
    now += 86_400
    edits = []
    settled = []
    let (before, last) = (document, episodes)
    for _ in 0...random.below(4) {
      let edit = Edit.allCases[random.below(Edit.allCases.count)]
      edits.append(edit)
      make(edit)
    }
    undoWhatIsOpen(before: before, last: last)
    close()
  }

  // MARK: What follows

  private mutating func close() {
    lines = []
    let initial = !isRead
    for number in episodes.indices where episodes[number].isPresent && !document.contains(number) {
      if let line = episodes[number].leave(isMissing: isMissing(number) == true) { lines.append(line) }
    }
    let isShared = document.contains { self.isShared($0, among: document) }
    for number in document {
      if let line = episodes[number].appear(at: now, initial: initial) { lines.append(line) }
      let content = episodes[number].content
      for value in Self.values(content) { owners[value, default: []].insert(number) }
    }
    if initial {
      lines.append("podcast.added A initial" + (isShared ? " shared-identifier" : ""))
    } else if isShared != hasDiagnostic {
      podcastRevision += 1
      lines.append("podcast.updated A \(podcastRevision) diagnostics" + (isShared ? " shared-identifier" : ""))
    }
    hasDiagnostic = isShared
    isRead = true
  }

  /// Whether an episode that is not in the document was taken out; nil where its date does not tell.
  private func isMissing(_ number: Int) -> Bool? {
    guard let time = episodes[number].published?.time, let oldest = document.map({ episodes[$0].content.time }).min(),
      time != oldest
    else { return nil }
    return time > oldest
  }

  private func isShared(_ number: Int, among numbers: [Int]) -> Bool {
    numbers.contains { $0 != number && episodes[$0].content.identifier == episodes[number].content.identifier }
  }

  // MARK: What the sentences leave open

  private mutating func undoWhatIsOpen(before: [Int], last: [EditedEpisode]) {
    for number in document where number < last.count && !isDecided(number) {
      episodes[number].content = last[number].content
      episodes[number].isEarly = last[number].isEarly
    }
    // What is not in the document nobody has seen.
    for number in last.indices where !document.contains(number) { episodes[number] = last[number] }
    while let number = before.first(where: { !document.contains($0) && isMissing($0) == nil }) {
      document.append(number)
    }
  }

  /// Whether the sentences say which episode an item is that was known before.
  private func isDecided(_ number: Int) -> Bool {
    let episode = episodes[number]
    let content = episode.content
    guard let published = episode.published else { return true }
    if episode.identifiers.contains(content.identifier) {
      let isAlone = isOwn("identifier \(content.identifier)", number) && !isShared(number, among: document)
      // Those that share a guid are told apart by their files.
      return isAlone || (content.file == published.file && content.time == published.time)
    }
    // Everything that it is called by now is its own or new.
    guard Self.values(content).allSatisfy({ isOwn($0, number) }),
      !isShared(number, among: document), isOwn("identifier \(published.identifier)", number)
    else { return false }
    if episode.names.contains(content.name) { return true }
    guard episode.links.contains(content.link) || episode.files.contains(content.file) else { return false }
    // Of another title and another day it would be the next in the same place, unless it was there for some before.
    return content.title == published.title || content.time == published.time
      || published.title == "\(content.title) (Early Access)"
  }

  /// Whether nobody else has or had a value.
  func isOwn(_ value: String, _ number: Int) -> Bool {
    (owners[value] ?? []).isSubset(of: [number])
      && !document.contains { $0 != number && Self.values(episodes[$0].content).contains(value) }
  }

  private static func values(_ content: EditedEpisode.Content) -> [String] {
    [
      "identifier \(content.identifier)", "link \(content.link)", "file \(content.file)", "name \(content.name)",
    ]
  }
}
