internal import Castwire
internal import CastwireBus
internal import Foundation

/// A list as lines: what is in it at first, and then each change of it.
final class ListLines: ListView {
  private enum Change: String {
    case insertion = "+"
    case update = "~"
    case removal = "-"

    var colour: Style.Attribute {
      switch self {
      case .insertion: .green
      case .update: .yellow
      case .removal: .red
      }
    }
  }

  private struct Removal: Encodable {
    let kind: CellKind
    let locale: String
    let entity: String
    let removed: Bool
  }

  private let query: ListQuery
  private let isJSON: Bool
  private let output: Output
  private var source = CollectionDataSource<ListedCell, TerminalCell>(cellIdentifier: "") { _, _ in }
  private var titles: [String: String] = [:]

  init(_ query: ListQuery, isJSON: Bool, output: Output) {
    self.query = query
    self.isJSON = isJSON
    self.output = output
  }

  var descriptors: [Int32] { output.isPipe ? [output.descriptor] : [] }

  var isClosed: Bool { output.isClosed }

  func begin() throws {}

  func turn(trouble: String?) throws {}

  func end() throws {
    try output.flush()
  }

  func show(_ answer: ListQuery.Answer) throws {
    titles = answer.titles
    var insertions: [ListedCell] = []
    var updates: [ListedCell] = []
    for step in source.steps(to: answer.cells) {
      switch step {
      case .insert(let cell, _):
        insertions.append(cell)
      case .update(let cell, let indexPath):
        // What is told of a cell beside its words shows in JSON alone.
        if isJSON || source.item(at: indexPath)?.texts != cell.texts { updates.append(cell) }
      case .remove(let indexPath):
        if let cell = source.item(at: indexPath), answer.gone.contains(cell.id) { try print(.removal, cell) }
      case .move:
        // Where it is among the others shows in no line.
        break
      }
      source.apply(step)
    }
    for cell in updates { try print(.update, cell) }
    for cell in insertions.reversed() { try print(.insertion, cell) }
    try output.flush()
  }

  private func print(_ change: Change, _ cell: ListedCell) throws {
    if isJSON {
      let json =
        change == .removal
        ? try BusCoder.encode(Removal(kind: cell.kind, locale: cell.locale, entity: cell.id, removed: true)) : cell.json
      try output.write(PrintableText.json(json) + Array("\n".utf8))
    } else {
      try output.line("\(output.style(change.rawValue, change.colour)) \(text(cell))")
    }
  }

  private func text(_ cell: ListedCell) -> String {
    let parts = [cell.texts.title, titles[cell.feed] ?? "", cell.texts.info].map { text in
      // What reads a pipe wants the words alone.
      output.isTerminal
        ? Isolate.around(PrintableText.line(text, keepsIsolates: true)) : PrintableText.line(text)
    }
    let name = parts.prefix(2).filter { !$0.isEmpty }.joined(separator: " · ")
    let line = [name, parts[2]].filter { !$0.isEmpty }.joined(separator: "  ")
    return output.width.map { Isolate.balanced(DisplayWidth.cut(line, to: $0 - 2)) } ?? line
  }
}
