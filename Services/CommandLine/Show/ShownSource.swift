internal import Castwire
internal import CastwireBus

/// How much of a feed is kept (`feed.keeping`, `feed.keep`).
struct FeedKeeping: Decodable {
  let newest: Int?
  let days: Int?
  /// How much was removed for it.
  let removed: Int?

  var words: String {
    let newest = newest.map { "the newest \($0) of each kind" }
    let days = days.map {
      "\(newest == nil ? "what is" : "and of these what is") at most \($0) day\($0 == 1 ? "" : "s") old"
    }
    let parts = [newest, days].compactMap(\.self)
    return parts.isEmpty ? "all of it, for ever" : parts.joined(separator: ", ")
  }
}

/// A podcast, a channel or a photo stream with what is in it, as a terminal shows it.
struct ShownSource: Decodable {
  private enum CodingKeys: String, CodingKey {
    case id, feedURL, state, title, name, author, description, link, language, primaryGenre, diagnostics
  }

  let id: String
  let title: String
  private let feedURL: String
  private let state: FeedState
  private let author: String?
  private let description: String?
  private let link: String?
  private let language: String?
  private let genre: String?
  private let diagnostics: [FeedDiagnostic]?

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
    id = try container.decode(String.self, forKey: .id)
    feedURL = try container.decode(String.self, forKey: .feedURL)
    state = try container.decode(FeedState.self, forKey: .state)
    // A channel has a name.
    title = try text(.title) ?? text(.name) ?? "<untitled>"
    author = try text(.author)
    description = try text(.description)
    link = try text(.link)
    language = try text(.language)
    genre = try text(.primaryGenre)
    diagnostics = try container.decodeIfPresent([FeedDiagnostic].self, forKey: .diagnostics)
  }

  /// What there is to say of it, a name and a value each.
  ///
  /// - Parameters:
  ///   - counts: what is in it, by name (`counts`).
  func fields(_ kind: CellKind, counts: [String: Int], keeping: FeedKeeping) -> FieldLines {
    var lines = FieldLines()
    lines.add("id", id)
    lines.add("kind", kind.sourceNoun)
    lines.add("feed", feedURL, .cyan)
    lines.add("state", state.rawValue, state == .active ? .green : .yellow)
    lines.add("author", author)
    lines.add("genre", genre)
    lines.add("language", language)
    lines.add("link", link, .cyan)
    let withdrawn = counts[kind.withdrawnCount] ?? 0
    lines.add(
      kind.plural, "\(counts[kind.plural] ?? 0)" + (withdrawn == 0 ? "" : ", \(withdrawn) of them withdrawn"))
    lines.add("kept", keeping.words)
    for diagnostic in diagnostics ?? [] { lines.add("note", diagnostic.sentence, .yellow) }
    lines.add("description", description)
    return lines
  }
}
