/// A value that SQL takes or gives: one of SQLite's five storage classes.
public enum Value: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// A text, or NULL for nil.
  public static func text(orNull text: String?) -> Value {
    text.map { .text($0) } ?? .null
  }

  /// An integer, or NULL for nil.
  public static func integer(orNull integer: Int?) -> Value {
    integer.map { .integer(Int64($0)) } ?? .null
  }

  /// 1 for true and 0 for false, as SQLite has no class of its own for them.
  public static func flag(_ flag: Bool) -> Value {
    .integer(flag ? 1 : 0)
  }
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}
