/// Any JSON value, for holding one coder against another.
public enum AnyJSON: Codable, Hashable, Sendable {
  case null
  case flag(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case list([AnyJSON])
  case object([String: AnyJSON])

  /// Tries one type after the other, as nobody says which it is.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let integer = try? container.decode(Int.self) {
      self = .integer(integer)
    } else {
      self = try Self.other(container)
    }
  }

  private static func other(_ container: any SingleValueDecodingContainer) throws -> AnyJSON {
    do {
      return .number(try container.decode(Double.self))
    } catch DecodingError.typeMismatch {
      // No number. One that does not fit is an error, and says so.
    }
    if let text = try? container.decode(String.self) { return .text(text) }
    do {
      return .list(try container.decode([AnyJSON].self))
    } catch DecodingError.typeMismatch {
      return .object(try container.decode([String: AnyJSON].self))
    }
  }

  /// Writes the value as what it is.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }
}
