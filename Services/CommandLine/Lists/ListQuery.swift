internal import Castwire
internal import CastwireBus

/// Which cells are wanted, and where they are got.
struct ListQuery: Sendable {
  /// So many feeds are asked for their titles at most.
  private static let mostTitles = 5_000

  let kind: CellKind
  /// Of one feed alone; nil for all.
  let feed: String?
  /// nil for the formatter's first.
  let locale: String?
  let limit: Int
  let formatter: ServiceAddress
  let catalog: ServiceAddress
  let context: Context

  /// What the formatter says of the list.
  struct Answer: Sendable {
    let cells: [ListedCell]
    /// Where there are more than the limit.
    let hasMore: Bool
    /// The titles of feeds, by id.
    let titles: [String: String]
    /// Of those that were in the list before and are not now, the ones that are no more at all.
    let gone: Set<String>
  }

  var request: ListRequest {
    ListRequest("cells.list", kind: kind.rawValue, feed: feed, locale: locale)
  }

  /// Asks for the list.
  ///
  /// - Parameters:
  ///   - before: the ids in the list as it was known.
  ///   - titles: those that are known.
  func answer(before: [String], titles: [String: String]) throws -> Answer {
    let client = try ServiceClient(formatter, context: context)
    let (items, hasMore) = try request.items(from: client, limit: limit)
    let cells = try items.map { try ListedCell(json: $0) }
    let ids = Set(cells.map(\.id))
    return Answer(
      cells: cells, hasMore: hasMore, titles: self.titles(for: cells, known: titles),
      gone: try Set(before.filter { try !ids.contains($0) && !Self.exists($0, client) }))
  }

  /// The titles of the feeds that the cells are from, where they are of several and the cells do not say.
  func titles(for cells: [ListedCell], known: [String: String]) -> [String: String] {
    guard feed == nil, kind != .video, cells.contains(where: { known[$0.feed] == nil }) else { return known }
    // A list is whole without, where the catalog does not answer.
    guard let client = try? ServiceClient(catalog, context: context),
      let sources = try? Source.all(kind, in: client, limit: Self.mostTitles)
    else { return known }
    return Dictionary(sources.map { ($0.id, $0.title ?? "") }) { first, _ in first }
  }

  /// What has left the list may just be older than all that is shown.
  private static func exists(_ id: String, _ client: ServiceClient) throws -> Bool {
    do {
      _ = try client.ask("cell.get", ["id": id])
      return true
    } catch let error as RequestError where error.code == .notFound {
      return false
    }
  }
}
