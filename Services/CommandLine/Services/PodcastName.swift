internal import Castwire
internal import CastwireBus
internal import Foundation

/// What a person calls a podcast: its id, its feed's URL, its title or a part of it.
struct PodcastName {
  private let name: String

  init(_ name: String) {
    self.name = name
  }

  /// The podcast that is meant.
  ///
  /// - Throws: `CommandError` where there is none, or more than one.
  func podcast(in catalog: ServiceClient) throws -> Podcast {
    do {
      return try catalog.ask("podcast.get", ["id": name.lowercased()], as: Podcast.self)
    } catch let error as RequestError where error.code == .notFound {
      let (items, _) = try ListRequest("podcasts.list").items(from: catalog)
      return try choose(among: items.map { try BusCoder.decode(Podcast.self, from: $0) })
    }
  }

  func choose(among podcasts: [Podcast]) throws(CommandError) -> Podcast {
    if let podcast = podcasts.first(where: { Self.plain($0.feedURL) == Self.plain(name) }) { return podcast }
    let wanted = Self.folded(name)
    let exact = podcasts.filter { $0.title.map(Self.folded) == wanted }
    let matches = exact.isEmpty ? podcasts.filter { $0.title.map { Self.folded($0).contains(wanted) } ?? false } : exact
    switch matches.count {
    case 1:
      return matches[0]
    case 0:
      let titles = podcasts.compactMap(\.title)
      let near = SpellingDistance.nearest(to: wanted, among: titles.map(Self.folded))
        .flatMap { near in titles.first { Self.folded($0) == near } }
      throw CommandError(
        "there is no podcast '\(name)'; " + (near.map { "did you mean '\($0)'?" } ?? "'castwire podcasts' lists them"))
    default:
      let shown = matches.prefix(5).map { "'\($0.title ?? "")' (\($0.id))" }.joined(separator: ", ")
      throw CommandError(
        "'\(name)' may be one of \(matches.count) podcasts: \(shown)\(matches.count > 5 ? ", …" : ""); say more of the "
          + "title, or the id")
    }
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
