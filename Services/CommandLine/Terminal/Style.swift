/// Colours of a terminal (ECMA-48, SGR), or none.
struct Style: Sendable {
  enum Attribute: Int, Sendable {
    case bold = 1
    case dim = 2
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case magenta = 35
    case cyan = 36
  }

  let isColoured: Bool

  func callAsFunction(_ text: String, _ attributes: Attribute...) -> String {
    self(text, attributes)
  }

  func callAsFunction(_ text: String, _ attributes: [Attribute]) -> String {
    guard isColoured, !attributes.isEmpty, !text.isEmpty else { return text }
    return "\u{1B}[\(attributes.map { String($0.rawValue) }.joined(separator: ";"))m\(text)\u{1B}[0m"
  }
}
