internal import Castwire
internal import Foundation

/// What a person calls a podcast, a channel or a photo stream: its id, its feed's URL, its title or a part of it.
struct SourceName {
  private let name: String
  private let kind: CellKind

  /// - Parameter kind: of what is in it.
  init(_ name: String, of kind: CellKind) {
    self.name = name
    self.kind = kind
  }

  /// The one that is meant.
  ///
  /// - Throws: `CommandError` where there is none, or more than one.
  func source(in catalog: ServiceClient) throws -> Source {
    try choose(among: Source.all(kind, in: catalog))
  }

  func choose(among sources: [Source]) throws(CommandError) -> Source {
    if let source = sources.first(where: { $0.id == name.lowercased() }) { return source }
    if let source = sources.first(where: { Self.plain($0.feedURL) == Self.plain(name) }) { return source }
    let wanted = Self.folded(name)
    let exact = sources.filter { $0.title.map(Self.folded) == wanted }
    let matches = exact.isEmpty ? sources.filter { $0.title.map { Self.folded($0).contains(wanted) } ?? false } : exact
    switch matches.count {
    case 1:
      return matches[0]
    case 0:
      let titles = sources.compactMap(\.title)
      let near = SpellingDistance.nearest(to: wanted, among: titles.map(Self.folded))
        .flatMap { near in titles.first { Self.folded($0) == near } }
      throw CommandError(
        "there is no \(kind.sourceNoun) '\(name)'; " + (near.map { "did you mean '\($0)'?" } ?? advice))
    default:
      let shown = matches.prefix(5).map { "'\($0.title ?? "")' (\($0.id))" }.joined(separator: ", ")
      throw CommandError(
        "'\(name)' may be one of \(matches.count) \(kind.sourceNoun)s: \(shown)\(matches.count > 5 ? ", …" : ""); say more "
          + "of the title, or the id")
    }
  }

  private var advice: String {
    "'castwire \(kind.sourceCommand)' lists them"
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A URL as far as it tells feeds apart.
  private static func plain(_ url: String) -> String {
    var text = url
    while text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
