internal import CastwireBus

/// A revision of an entity as it was: the newest is in the log, and of each before it the tables have what was different.
struct ShownRevision {
  let number: Int
  let time: Timestamp
  let verb: String
  let changed: [String]
  /// The fields that are not known whole.
  private(set) var truncated: Set<String>
  private let kind: EntityKind
  /// The entity.
  private(set) var entity: [UInt8]

  /// Gives the revisions of an entity to `body`, the newest first.
  ///
  /// - Parameters:
  ///   - former: as the tables have them, the newest first.
  ///   - body: returns false to end.
  static func forEach(
    of found: FoundEntity, former: [FormerRevision], body: (ShownRevision) throws -> Bool
  ) throws {
    var shown = try ShownRevision(newest: found, said: former.first { $0.revision == found.row.revision })
    guard try body(shown) else { return }
    for revision in former where revision.revision < found.row.revision {
      // Without its values nothing is known of this one, nor of those before it.
      guard let values = revision.former else { return }
      shown = try ShownRevision(revision, values, after: shown)
      guard try body(shown) else { return }
    }
  }

  /// - Parameter said: what the first event of this revision said of it, where another took its place in the log, as a
  ///   count of views does.
  private init(newest found: FoundEntity, said: FormerRevision?) throws {
    let published = try PublishedRevision(found.event, kind: found.row.kind)
    number = found.row.revision
    time = said?.time ?? found.event.time
    verb = said?.verb ?? String(found.event.familyAndVerb?.verb ?? "")
    changed = said?.changed ?? published.changed
    truncated = Set(published.truncated ?? [])
    kind = found.row.kind
    entity = try found.json
  }

  private init(_ former: FormerRevision, _ values: [UInt8], after next: ShownRevision) throws {
    number = former.revision
    time = former.time
    verb = former.verb
    changed = former.changed
    kind = next.kind
    let fields = try BusCoder.decode(FormerFields.self, from: values)
    truncated = next.truncated.subtracting(fields.names).union(fields.truncated)
    entity = try FieldChanges.merged(values, over: next.entity)
    // What was too long to be kept is another value than the one that came after it.
    let unknown = fields.truncated + (fields.truncated.isEmpty ? [] : ["truncated"])
    entity = try FieldChanges.merged(try FieldChanges.values(of: unknown, in: Array("{}".utf8)), over: entity)
  }

  private struct Head: Encodable {
    let revision: Int
    let time: Timestamp
    let verb: String
    let changed: [String]
    let truncated: [String]?
  }

  var json: [UInt8] {
    get throws {
      try BusCoder.encode(
        Head(
          revision: number, time: time, verb: verb, changed: changed,
          truncated: truncated.isEmpty ? nil : truncated.sorted())
      ).with(kind.family, entity)
    }
  }
}

/// Which fields stand in what is kept of a former revision.
private struct FormerFields: Decodable {
  private struct Name: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  let names: [String]
  /// The fields whose values were too long to be kept.
  let truncated: [String]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    let truncation = Name(stringValue: "truncated")
    names = container.allKeys.map(\.stringValue).filter { $0 != truncation.stringValue }
    truncated = try container.decodeIfPresent([String].self, forKey: truncation) ?? []
  }
}
