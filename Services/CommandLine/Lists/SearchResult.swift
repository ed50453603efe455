internal import Castwire
internal import Foundation

/// What a search found, as far as a terminal shows it.
struct SearchResult: Decodable {
  struct Snippet: Decodable {
    let field: String
    let text: String
    /// Where words that were searched for begin in it and how long they are, in Unicode scalars.
    let matches: [[Int]]
  }

  private struct Entity: Decodable {
    let title: String?
    let publicationDate: Date?
    let uploadDate: Date?
  }

  private enum CodingKeys: String, CodingKey {
    case kind, feed, entity, snippet
  }

  /// What is between them is marked once the lines are broken: they take no columns.
  private static let (begin, end): (Unicode.Scalar, Unicode.Scalar) = ("\u{2063}", "\u{2064}")
  /// They stand for these while the text is made printable, which leaves the others out.
  private static let (beginMark, endMark): (Unicode.Scalar, Unicode.Scalar) = ("\u{E000}", "\u{E001}")
  private static let mostLines = 3

  let kind: CellKind
  let feed: String
  let title: String
  let date: Date?
  let snippet: Snippet

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(CellKind.self, forKey: .kind)
    feed = try container.decode(String.self, forKey: .feed)
    let entity = try container.decode(Entity.self, forKey: .entity)
    title = entity.title ?? "<untitled>"
    date = entity.publicationDate ?? entity.uploadDate
    snippet = try container.decode(Snippet.self, forKey: .snippet)
  }

  /// Its date in UTC: 2026-11-30.
  var day: String? {
    date.map { $0.formatted(.iso8601.year().month().day()) }
  }

  /// - Parameter source: where it is from, to stand beside the title.
  func lines(source: String?, width: Int, style: Style) -> [String] {
    let room = max(10, width - 2)
    let bar = style("▌", .cyan) + " "
    func wrapped(_ text: String, _ attribute: Style.Attribute) -> [String] {
      let text = PrintableText.line(text)
      return DisplayWidth.wrapped(text, to: room, atMost: 2).map {
        bar + style(Isolate.around($0, lineOf: text), attribute)
      }
    }
    var lines = wrapped(title, .bold)
    let info = [source, day].compactMap(\.self).joined(separator: " · ")
    if !info.isEmpty { lines += wrapped(info, .green) }
    guard snippet.field != "title" else { return lines }
    var isMarked = false
    let text = markedSnippet
    return lines
      + DisplayWidth.wrapped(text, to: room, atMost: Self.mostLines).map { line in
        bar + Isolate.around(Self.highlighted(line, &isMarked, style), lineOf: text)
      }
  }

  private var markedSnippet: String {
    var marked = String.UnicodeScalarView()
    let begins = Set(snippet.matches.compactMap(\.first))
    let ends = Set(snippet.matches.filter { $0.count == 2 }.map { $0[0] &+ $0[1] })
    var offset = 0
    for scalar in snippet.text.unicodeScalars {
      if ends.contains(offset) { marked.append(Self.endMark) }
      if begins.contains(offset) { marked.append(Self.beginMark) }
      if scalar != Self.beginMark && scalar != Self.endMark { marked.append(scalar) }
      offset += 1
    }
    if ends.contains(offset) { marked.append(Self.endMark) }
    return PrintableText.line(String(marked)).replacing(String(Self.beginMark), with: String(Self.begin))
      .replacing(String(Self.endMark), with: String(Self.end))
  }

  /// - Parameter isMarked: whether the line begins within a match; and whether it ends in one.
  private static func highlighted(_ line: String, _ isMarked: inout Bool, _ style: Style) -> String {
    var result = ""
    var part = String.UnicodeScalarView()
    func finish() {
      result += isMarked ? style(String(part), .bold, .yellow) : style(String(part), .dim)
      part = String.UnicodeScalarView()
    }
    for scalar in line.unicodeScalars {
      if scalar == begin || scalar == end {
        finish()
        isMarked = scalar == begin
      } else {
        part.append(scalar)
      }
    }
    finish()
    return result
  }
}
