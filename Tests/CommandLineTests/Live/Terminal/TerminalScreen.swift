import Glibc

/// What stands on a terminal after bytes were written to it: the control functions that castwire uses, and no others.
struct TerminalScreen {
  struct Page {
    var rows: [[String]]
    var row = 0
    var column = 0
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var isCursorVisible = true
  private(set) var isAlternate = false
  private(set) var wraps = true
  /// What was written beyond the last column where lines are not wrapped.
  private(set) var overflows: [String] = []
  /// What is none of the control functions that are understood.
  private(set) var strange: [String] = []
  private var main: Page
  private var alternate: Page
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    main = Self.blank(columns, rows)
    alternate = Self.blank(columns, rows)
  }

  private static func blank(_ columns: Int, _ rows: Int) -> Page {
    Page(rows: Array(repeating: Array(repeating: " ", count: columns), count: rows))
  }

  /// The rows without the spaces at their ends.
  var text: [String] { Self.text(isAlternate ? alternate : main) }

  private static func text(_ page: Page) -> [String] {
    page.rows.map { row in
      var text = row.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// The terminal has another size, and shows nothing until something is written.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    main = Self.blank(columns, rows)
    alternate = Self.blank(columns, rows)
  }

  mutating func write(_ bytes: [UInt8]) {
    pending += bytes
    // What may go on with the next bytes waits for them.
    guard let text = String(validating: pending, as: UTF8.self), !Self.isUnfinished(text) else { return }
    pending = []
    var rest = Substring(text)
    while let character = rest.first {
      rest.removeFirst()
      switch character {
      case "\u{1B}": control(&rest)
      case "\r": change { $0.column = 0 }
      case "\n": lineFeed()
      case "\r\n":
        change { $0.column = 0 }
        lineFeed()
      default: put(character)
      }
    }
  }

  private static func isUnfinished(_ text: String) -> Bool {
    guard let escape = text.lastIndex(of: "\u{1B}") else { return false }
    return !text[text.index(after: escape)...].dropFirst().contains { $0.isASCII && $0.isLetter }
  }

  private mutating func change(_ body: (inout Page) -> Void) {
    if isAlternate { body(&alternate) } else { body(&main) }
  }

  private mutating func control(_ rest: inout Substring) {
    guard rest.first == "[", let end = rest.firstIndex(where: { $0.isLetter }) else {
      strange.append(String(rest.prefix(8)))
      return
    }
    let function = rest[...end].dropFirst()
    rest = rest[rest.index(after: end)...]
    let numbers = function.dropLast().split(separator: ";").compactMap { Int($0) }
    switch function {
    case "2J": change { $0.rows = $0.rows.map { $0.map { _ in " " } } }
    case "2K": change { $0.rows[$0.row] = $0.rows[$0.row].map { _ in " " } }
    case "?25h": isCursorVisible = true
    case "?25l": isCursorVisible = false
    case "?7h": wraps = true
    case "?7l": wraps = false
    case "?1049h":
      isAlternate = true
      alternate = Self.blank(columns, rows)
    case "?1049l": isAlternate = false
    case let place where place.last == "H" && numbers.count == 2:
      let rows = rows
      change { ($0.row, $0.column) = (min(numbers[0], rows) - 1, numbers[1] - 1) }
    case let colour where colour.last == "m": break
    default: strange.append(String(function))
    }
  }

  private mutating func lineFeed() {
    let (columns, rows) = (columns, rows)
    change { page in
      page.row += 1
      guard page.row == rows else { return }
      page.rows.removeFirst()
      page.rows.append(Array(repeating: " ", count: columns))
      page.row -= 1
    }
  }

  private mutating func put(_ character: Character) {
    let width = Self.width(character)
    let columns = columns
    var overflow = false
    let column = isAlternate ? alternate.column : main.column
    if wraps, column + width > columns {
      change { $0.column = 0 }
      lineFeed()
    }
    change { page in
      guard page.column + width <= columns else {
        overflow = true
        return
      }
      if width == 0 {
        // It stands with what comes before it; at the beginning of a row, with what comes after.
        page.rows[page.row][max(0, page.column - 1)].append(character)
      } else {
        let before = page.rows[page.row][page.column]
        page.rows[page.row][page.column] = (before.hasPrefix(" ") ? String(before.dropFirst()) : "") + String(character)
        for column in page.column + 1..<page.column + width { page.rows[page.row][column] = "" }
        page.column += width
      }
    }
    if overflow { overflows.append(String(character)) }
  }

  private static let library = LibraryWidth()

  /// By the C library's word for single characters; pictures that are made of several take two columns.
  private static func width(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    let isPicture = scalars.contains { [0xFE0F, 0x200D, 0x20E3].contains($0.value) || $0.value > 0x1F1E5 }
    let widths = library?.of(scalars) ?? []
    return isPicture ? 2 : widths.reduce(0) { $0 + max(0, $1) }
  }
}
