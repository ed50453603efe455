import Castwire
import CastwireBus
import Foundation
import TestSupport
import Testing

/// The catalog's events as lines that a person can write down beforehand:
///
///     podcast.added A initial shared-identifier
///     episode.added a initial duplicateOf b
///     episode.updated a 2 identifier,title by enclosure
///     episode.removed a duplicateOf b
///
/// Type, name, revision (but the first), fields that changed, rule; then what else is so.
struct EventLines {
  /// Of collections by feed, of entities by id.
  private var names: [String: String] = [:]

  /// - Parameter feeds: the names of feeds, by id.
  init(feeds: [String: String]) {
    names = feeds
  }

  /// What an entity is called; its id where nothing was heard of it.
  func name(of id: String) -> String {
    names[id] ?? id
  }

  /// The line of an event. An entity gets the name that its description gives it when it is added.
  mutating func line(_ event: Event) throws -> String {
    let (family, verb) = try #require(event.familyAndVerb)
    let data = try #require(JSONSerialization.jsonObject(with: Data(event.data)) as? [String: Any])
    let entity = data[String(family)] as? [String: Any] ?? [:]
    if verb == "added", names[event.subject] == nil {
      names[event.subject] = entity["description"] as? String ?? entity["title"] as? String
    }
    var words = ["\(family).\(verb)", name(of: event.subject)]
    if let revision = data["revision"] as? Int, verb != "added" || revision != 1 { words.append("\(revision)") }
    if let changed = data["changed"] as? [String], !changed.isEmpty { words.append(changed.joined(separator: ",")) }
    if let rule = data["matchedBy"] as? String { words += ["by", rule] }
    if data["initial"] as? Bool == true { words.append("initial") }
    if let other = entity["duplicateOf"] as? String ?? data["duplicateOf"] as? String {
      words += ["duplicateOf", name(of: other)]
    }
    for diagnostic in entity["diagnostics"] as? [[String: Any]] ?? [] {
      words.append(diagnostic["code"] as? String ?? "a diagnostic without a code")
    }
    return words.joined(separator: " ")
  }

  /// What is missing of the lines that are expected ("-"), and what is there besides ("+"); empty where nothing is. A line
  /// that names no rule is for any.
  static func difference(expected: [String], actual: [String]) -> [String] {
    var left = actual
    var missing: [String] = []
    for line in expected {
      if let index = left.firstIndex(of: line) ?? left.firstIndex(where: { withoutRule($0) == line }) {
        left.remove(at: index)
      } else {
        missing.append(line)
      }
    }
    return missing.map { "- \($0)" } + left.map { "+ \($0)" }
  }

  private static func withoutRule(_ line: String) -> String {
    line.replacing(#/ by \w+/#, with: "")
  }
}
