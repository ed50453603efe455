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
      newest[subject] = verb == "removed" ? nil : Int(row.event.sequence.rawValue)
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
    for table in ["podcast", "episode"] {
      try database.forEach("SELECT id, sequence FROM \(table)") { row in
        places[row.text(0)] = row.integer(1)
        return true
      }
    }
    findings.compare("the place of", expected: newest, actual: places)
    let staged = try database.first("SELECT count(*) FROM staged") { $0.integer(0) } ?? 0
    if staged > 0 { findings.add("\(staged) items wait for documents that never closed") }
  }
}
