internal import Castwire
internal import CastwireBus
internal import ServiceLoop

/// Answers requests for cells, in the locales that are published and in any other.
struct CellQueries: ServiceReader {
  struct CellList: Codable {
    let kind: String
    let feed: String?
    let locale: String?
    let before: String?
    let limit: Int?
  }

  struct ByID: Codable {
    let id: String
    let locale: String?
  }

  /// A cell in a reply.
  private struct Item: Encodable {
    let kind: CellKind
    let locale: String
    let entity: String
    let feed: String
    let cell: RawJSON
  }

  private let store: CellStore
  private let cells: CellReader
  private let locales: [LocaleName]

  init(store: CellStore, cells: CellReader, locales: [LocaleName]) {
    self.store = store
    self.cells = cells
    self.locales = locales
  }

  func respond(to request: Request) throws -> [UInt8] {
    switch request.name {
    case "cells.list":
      return try list(try request.decode(CellList.self))
    case "cell.get":
      let parameters = try request.decode(ByID.self)
      guard let entity = try store.entity(parameters.id) else {
        throw RequestError(.notFound, "there is no cell of \(parameters.id)")
      }
      return try item(entity, try locale(parameters.locale))
    default:
      throw RequestError(.unknownRequest, "formatter knows no request '\(request.name)'")
    }
  }

  private func list(_ parameters: CellList) throws -> [UInt8] {
    guard let kind = CellKind(rawValue: parameters.kind) else {
      let kinds = CellKind.allCases.map(\.rawValue).joined(separator: ", ")
      throw RequestError(.badRequest, "\"kind\" is one of \(kinds), not '\(parameters.kind)'")
    }
    let locale = try locale(parameters.locale)
    var page = try ListPage(limit: parameters.limit)
    try store.forEachEntity(
      kind: kind, feed: parameters.feed, before: try parameters.before.map { try ListPlace(cursor: $0) },
      limit: page.limit + 1
    ) { entity in
      page.add(try item(entity, locale), cursor: ListPlace(order: entity.order, id: entity.id).description)
    }
    return page.json
  }

  private func item(_ entity: CellStore.Entity, _ locale: LocaleName) throws -> [UInt8] {
    let cell =
      if locales.contains(locale), let cell = try store.cell(of: entity.id, locale: locale.description) {
        try cells.json(at: cell.sequence, entity: entity.id)
      } else {
        try RawJSON(encoding: try cells.cell(of: entity, in: locale))
      }
    return try BusCoder.encode(
      Item(kind: entity.kind, locale: locale.description, entity: entity.id, feed: entity.feed, cell: cell))
  }

  /// The first of the published locales where the request names none.
  private func locale(_ name: String?) throws(RequestError) -> LocaleName {
    guard let name else {
      guard let first = locales.first else { throw RequestError(.badRequest, "\"locale\" is missing") }
      return first
    }
    do {
      return try LocaleName(name)
    } catch {
      throw RequestError(.badRequest, "\(error)")
    }
  }
}
