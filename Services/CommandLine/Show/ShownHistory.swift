internal import CastwireBus
internal import Foundation

/// What was decided about an entity (`entity.why`), in words.
struct ShownDecision: Decodable {
  let time: Timestamp
  let document: Int?
  let rule: String
  let from: String?
  let to: String?
  let candidates: [String]?

  var words: String {
    let former = from.map { " (its id was \($0))" } ?? ""
    let others = candidates.map { ": \($0.joined(separator: ", "))" } ?? ""
    return switch rule {
    case "link": "known again by its link\(former)"
    case "enclosure": "known again by its file\(former)"
    case "title": "known again by its title and date\(former)"
    case "replacement": "took the place of what had its title and went with the same document\(former)"
    case "former-identifier": "has an id again that it had before\(former)"
    case "ambiguous": "taken for new, since several fit equally\(others)"
    case "common": "taken for new, since so many have the same that it tells nothing\(others)"
    case "contradiction": "taken for new: what has its link or file has another title and date\(others)"
    case "shared-identifier": "has the id of other items, too, and is told apart by its file"
    case "foreign-key": "feed-ingest began anew, and knows another item by what was this one's key\(others)"
    case "pending": "announced, with nothing to play or to show yet"
    case "ready": "has something to play or to show, and is published"
    case "duplicate": "has the file of \(to ?? "what another feed has"), which was there before"
    case "merged": "its feed turned out to be one with another\(to.map { ", where it is \($0)" } ?? "")"
    // A newer catalog knows more of them.
    default: "\(rule)\(former)\(others)"
    }
  }
}

/// A revision of an entity (`episode.revisions`): what of it changed, and to what.
struct ShownRevision {
  let number: Int
  let time: String
  let verb: String
  let changed: [String]
  private let values: [String: Any]

  /// - Parameter json: as the catalog sent it, of an entity of the kind.
  init(json: [UInt8], kind: String) throws {
    guard let object = try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any],
      let number = object["revision"] as? Int, let time = (object["time"] as? String).flatMap({ Timestamp($0) }),
      let verb = object["verb"] as? String, let changed = object["changed"] as? [String],
      let values = object[kind] as? [String: Any]
    else { throw CommandError("catalog sent a revision that is none") }
    self.number = number
    self.time = UniversalTime.text(time)
    self.verb = verb
    self.changed = changed
    self.values = values
  }

  var words: String {
    "revision \(number), \(verb)\(changed.isEmpty ? "" : ": \(changed.joined(separator: ", "))")"
  }

  /// What the changed fields were changed to.
  var fields: FieldLines {
    var lines = FieldLines()
    for name in changed { lines.add(name, text(of: name)) }
    return lines
  }

  private func text(of name: String) -> String {
    switch values[name] {
    case nil: "none"
    case let text as String: text
    case let value?:
      (try? JSONSerialization.data(
        withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]))
        .map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }
  }
}
