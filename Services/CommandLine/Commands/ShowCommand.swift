internal import Castwire
internal import CastwireBus
internal import Runtime

/// `castwire show`: all that the catalog has under an id.
enum ShowCommand {
  static let command = Command(
    "show", operands: "ID", positionals: 1...1, request: "say which id",
    summary: "show an episode, video, photo or podcast by its id",
    about: """
      Shows what the catalog has under an id: an episode, a video or a photo; or, by a feed's id, a podcast, a channel or a \
      photo stream. An id that was another's, since two feeds turned out to be one, leads to that.
      """,
    options: [
      Option("why", help: "also what was decided about it, and why, where that was not plain"),
      Option("revisions", help: "also what it was before: its last 20 revisions"),
      Option("json", help: "print one JSON object a line, as the service sent it"), ServiceName.catalog.option,
    ], run: run)

  private static func run(_ invocation: Invocation) throws -> Int32 {
    let arguments = invocation.arguments
    let client = try ServiceClient(ServiceAddress(.catalog, arguments), context: invocation.context())
    let id = arguments.positionals[0].lowercased()
    guard let json = try find("entity.get", ["id": id], in: client) else {
      guard !arguments.flag("why"), !arguments.flag("revisions") else {
        throw CommandError("there is no episode, video or photo \(id)")
      }
      return try showSources(id, client, invocation)
    }
    let entity = try BusCoder.decode(ShownEntity.self, from: json)
    let history = try History(of: entity, arguments, client)
    let output = invocation.output
    guard !arguments.flag("json") else {
      for line in [json] + history.json { try output.write(PrintableText.json(line) + Array("\n".utf8)) }
      return 0
    }
    if entity.id != id { try output.line("\(PrintableText.line(id)) is \(entity.id) now: two feeds were one") }
    let source = try find(entity.kind.sourceRequest, ["id": entity.feed], in: client).map {
      try BusCoder.decode(Source.self, from: $0).title
    }
    try show(entity.title, entity.fields(source: source ?? nil), output)
    try history.show(output)
    return 0
  }

  /// The answer; nil where there is nothing of that id.
  private static func find(
    _ request: String, _ parameters: [String: String], in client: ServiceClient
  ) throws -> [UInt8]? {
    do {
      return try client.ask(request, parameters)
    } catch let error as RequestError where error.code == .notFound {
      return nil
    }
  }

  /// What a feed is published as: a feed with several kinds of items is several.
  private static func showSources(_ id: String, _ client: ServiceClient, _ invocation: Invocation) throws -> Int32 {
    var sources: [(kind: CellKind, json: [UInt8])] = []
    for kind in CellKind.allCases {
      if let json = try find(kind.sourceRequest, ["id": id], in: client) { sources.append((kind, json)) }
    }
    guard !sources.isEmpty else { throw CommandError("there is nothing with the id \(id) in the catalog") }
    let output = invocation.output
    guard !invocation.arguments.flag("json") else {
      for source in sources { try output.write(PrintableText.json(source.json) + Array("\n".utf8)) }
      return 0
    }
    let counts = try client.ask("counts", ["feed": id], as: [String: Int].self)
    let keeping = try client.ask("feed.keeping", ["feed": id], as: FeedKeeping.self)
    for (index, (kind, json)) in sources.enumerated() {
      if index > 0 { try output.line("") }
      let source = try BusCoder.decode(ShownSource.self, from: json)
      try show(source.title, source.fields(kind, counts: counts, keeping: keeping), output)
    }
    return 0
  }

  private static func show(_ title: String, _ fields: FieldLines, _ output: Output) throws {
    let title = PrintableText.line(title)
    try output.line(output.style(Isolate.around(title), .bold))
    for line in fields.lines(width: output.width, style: output.style) { try output.line(line) }
  }
}

/// What is asked about an entity's past.
private struct History {
  private struct Why: Decodable {
    let decisions: [ShownDecision]
  }

  private let why: [UInt8]?
  private let revisions: [[UInt8]]?
  private let entity: ShownEntity

  init(of entity: ShownEntity, _ arguments: Arguments, _ client: ServiceClient) throws {
    self.entity = entity
    why = arguments.flag("why") ? try client.ask("entity.why", ["id": entity.id]) : nil
    revisions =
      arguments.flag("revisions")
      ? try ListRequest("\(entity.kind.noun).revisions", id: entity.id).items(from: client).items : nil
  }

  var json: [[UInt8]] {
    (why.map { [$0] } ?? []) + (revisions ?? [])
  }

  func show(_ output: Output) throws {
    func heading(_ text: String) throws {
      try output.line("")
      try output.line(output.style(text, .dim))
    }
    if let why {
      try heading("WHY")
      var lines = FieldLines()
      lines.add(UniversalTime.text(entity.firstSeen), "seen first")
      for decision in try BusCoder.decode(Why.self, from: why).decisions {
        let document = decision.document.map { ", by the feed's document \($0)" } ?? ""
        lines.add(UniversalTime.text(decision.time), decision.words + document)
      }
      for line in lines.lines(width: output.width, style: output.style) { try output.line(line) }
    }
    guard let revisions else { return }
    try heading("REVISIONS")
    for json in revisions {
      let revision = try ShownRevision(json: json, kind: entity.kind.noun)
      try output.line("\(output.style(revision.time, .dim))  \(PrintableText.line(revision.words))")
      let width = output.width.map { $0 - 2 }
      for line in revision.fields.lines(width: width, style: output.style) { try output.line("  \(line)") }
    }
  }
}
