/// The header `Link` (RFC 8288): addresses, each with what it is to the document.
struct LinkHeader: Sendable {
  /// More than these nobody needs.
  private static let limit = 32
  private var links: [(url: String, relations: [String])] = []

  /// The addresses with a relation, in order.
  func urls(_ relation: String, base: FetchURL) -> [String] {
    links.filter { $0.relations.contains(relation) }.compactMap { try? FetchURL($0.url, relativeTo: base).asked }
  }

  /// Adds those of one header. What cannot be read is passed over.
  mutating func add(_ header: String) {
    var rest = header[...]
    while links.count < Self.limit, let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
      let url = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      let parameters = Self.parameters(&rest)
      // Only the first of a name counts (section 3.3); another anchor says it of another document.
      guard parameters["anchor"] == nil, let relations = parameters["rel"] else { continue }
      links.append((String(url), relations.lowercased().split(separator: " ").map(String.init)))
    }
  }

  /// Takes the parameters up to the comma before the next link off the beginning.
  private static func parameters(_ rest: inout Substring) -> [String: String] {
    var parameters: [String: String] = [:]
    var part = ""
    var isQuoted = false
    func end() {
      let sides = part.split(separator: "=", maxSplits: 1).map { $0.trimming(" \t") }
      if sides.count == 2, parameters[sides[0].lowercased()] == nil { parameters[sides[0].lowercased()] = sides[1] }
      part = ""
    }
    while let character = rest.popFirst() {
      switch character {
      case "\"": isQuoted.toggle()
      case "\\" where isQuoted: if let next = rest.popFirst() { part.append(next) }
      case ";" where !isQuoted: end()
      case "," where !isQuoted:
        end()
        return parameters
      default: part.append(character)
      }
    }
    end()
    return parameters
  }
}

extension Substring {
  fileprivate func trimming(_ characters: String) -> String {
    var text = self
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
