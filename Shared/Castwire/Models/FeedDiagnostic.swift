/// A defect of a feed that cost at most one value.
public struct FeedDiagnostic: Codable, Sendable, Hashable {
  /// A short stable name for the kind of defect, such as `bare-ampersand`; programs may compare it.
  public let code: String
  /// The defect in words, for a person.
  public let message: String
  /// Where it stands: the line, counted from 1, where one is known.
  public let line: Int?

  /// A defect, with its line where one is known.
  public init(code: String, message: String, line: Int? = nil) {
    self.code = code
    self.message = message
    self.line = line
  }

  /// The defect with its place: "line 12: the outline …".
  public var sentence: String {
    line.map { "line \($0): \(message)" } ?? message
  }
}
