internal import Castwire
internal import CastwireBus
internal import Foundation
internal import ServiceLoop

/// Answers requests for cells, in the locales that are published and in any other.
struct CellQueries: ServiceReader {
  struct CellList: Codable {
    let kind: String
    let feed: String?
    let locale: String?
    let before: String?
    let limit: Int?
    let width: Double?
  }

  struct ByID: Codable {
    let id: String
    let locale: String?
    let width: Double?
  }

  /// A cell in a reply.
  private struct Item: Encodable {
    let kind: CellKind
    let locale: String
    let entity: String
    let feed: String
    let cell: RawJSON
    let staleAt: Date?
    let layout: VideoCellLayout?
  }

  private let store: CellStore
  private let reader: CellReader
  private let settings: Settings
  private let layouts: VideoLayouts

  init(store: CellStore, log: any ReadableLog, settings: Settings) {
    self.store = store
    self.settings = settings
    layouts = VideoLayouts(settings: settings)
    reader = CellReader(store: store, log: log, maker: CellMaker(timeZone: settings.timeZone))
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
      return try item(entity, try locale(parameters.locale), width: parameters.width)
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
      page.add(
        try item(entity, locale, width: parameters.width),
        cursor: ListPlace(order: entity.order, id: entity.id).description)
    }
    return page.json
  }

  private func item(_ entity: Entity, _ locale: LocaleName, width: Double?) throws -> [UInt8] {
    let (cell, staleAt) = try cell(of: entity, in: locale)
    var layout: VideoCellLayout?
    if let width, entity.kind == .video {
      let title = try BusCoder.decode(VideoCellViewModel.self, from: cell.bytes).title
      layout = try layouts.layout(title: title, width: width)
    }
    return try BusCoder.encode(
      Item(
        kind: entity.kind, locale: locale.description, entity: entity.id, feed: entity.feed, cell: cell,
        staleAt: staleAt.map { Date(timeIntervalSince1970: TimeInterval($0)) }, layout: layout))
  }

  /// The cell as it was published, where that is what it says now; else one that is made for the asker.
  private func cell(of entity: Entity, in locale: LocaleName) throws -> (json: RawJSON, staleAt: Int?) {
    let now = settings.now()
    let published =
      settings.locales.contains(locale) ? try store.cell(of: entity.number, locale: locale.description) : nil
    let isFresh = published?.staleAt.map { TimeInterval($0) > now.timeIntervalSince1970 } ?? true
    if let published, isFresh, try store.isComplete(locale: locale.description) {
      return (try reader.json(at: published.sequence, entity: entity.id), published.staleAt)
    }
    do {
      let facts = try reader.facts(of: entity)
      let made = try reader.cell(of: facts, entity: entity.id, feed: entity.feed, in: locale, now: now)
      return (made.json, made.staleAt)
    } catch let error as FormatterError {
      guard case .missingFacts = error else { throw error }
      if let published { return (try reader.json(at: published.sequence, entity: entity.id), published.staleAt) }
      throw RequestError(.unavailable, "\(error)")
    }
  }

  /// The first of the published locales where the request names none.
  private func locale(_ name: String?) throws(RequestError) -> LocaleName {
    guard let name else {
      guard let first = settings.locales.first else { throw RequestError(.badRequest, "\"locale\" is missing") }
      return first
    }
    do {
      return try LocaleName(name)
    } catch {
      throw RequestError(.badRequest, "\(error)")
    }
  }
}
