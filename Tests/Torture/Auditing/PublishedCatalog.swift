import Castwire
import CastwireBus
import Storage

/// What the catalog's log says in the end, with each revision counted on the way.
struct PublishedCatalog {
  private(set) var podcasts: [String: Podcast] = [:]
  private(set) var episodes: [String: Episode] = [:]
  private(set) var findings = Findings("the catalog")
  private var revisions: [String: Int] = [:]
  private var newest: [String: Int] = [:]

  init(_ log: CommittedLog) throws {
    try log.forEach { row in
      guard let (family, verb) = row.event.familyAndVerb else { return }
      let subject = row.event.subject
      newest["\(family) \(subject)"] = verb == "removed" ? nil : Int(row.event.sequence.rawValue)
      switch (family, verb) {
      case ("podcast", "removed"):
        podcasts[subject] = nil
        revisions[subject] = nil
      case ("podcast", _):
        let message = try row.event.decode(PodcastEvent.self)
        count(message.revision, of: row.event)
        podcasts[subject] = message.podcast
      case ("episode", "removed"):
        if episodes.removeValue(forKey: subject) == nil { findings.add("\(subject) was removed twice") }
        revisions[subject] = nil
      case ("episode", _):
        let message = try row.event.decode(EpisodeEvent.self)
        count(message.revision, of: row.event)
        episodes[subject] = message.episode
      default:
        findings.add("\(row.event.sequence) is of the unknown family \(family)")
      }
    }
    try checkTables(log.database)
  }

  /// An event that was applied twice would have made a revision too many.
  private mutating func count(_ revision: Int, of event: Event) {
    let expected = (revisions[event.subject] ?? 0) + 1
    if revision != expected {
      findings.add("\(event.sequence) is revision \(revision) of \(event.subject), not \(expected)")
    }
    revisions[event.subject] = revision
  }

  private mutating func checkTables(_ database: Database) throws {
    var places: [String: Int] = [:]
    let sources = [
      "SELECT 'podcast', feed.id, sequence FROM collection JOIN feed ON feed.number = collection.feed WHERE collection.kind = 1",
      """
      SELECT 'episode', substr(name, 1, 8) || '-' || substr(name, 9, 4) || '-' || substr(name, 13, 4) || '-'
        || substr(name, 17, 4) || '-' || substr(name, 21), sequence
      FROM (SELECT lower(hex(id)) AS name, sequence FROM entity WHERE state < 8)
      """,
    ]
    for source in sources {
      try database.forEach(source) { row in
        places["\(row.text(0)) \(row.text(1))"] = row.integer(2)
        return true
      }
    }
    findings.compare("the place of", expected: newest, actual: places)
    let staged = try database.first("SELECT count(*) FROM staged") { $0.integer(0) } ?? 0
    if staged > 0 { findings.add("\(staged) items wait for documents that never closed") }
  }
}
