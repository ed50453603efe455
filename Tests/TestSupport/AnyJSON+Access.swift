internal import Foundation

extension AnyJSON {
  /// Reads JSON by Foundation's decoder, which the project's own is held against.
  public init(_ json: some Sequence<UInt8>) throws {
    self = try JSONDecoder().decode(AnyJSON.self, from: Data(json))
  }

  /// The JSON on one line, keys sorted.
  public var json: [UInt8] {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(self))
    }
  }

  /// A member of an object; nil for what is no object or has none of that name.
  public subscript(_ name: String) -> AnyJSON? {
    get { object?[name] }
    set {
      guard case .object(var members) = self else { return }
      members[name] = newValue
      self = .object(members)
    }
  }

  /// The members, where it is an object.
  public var object: [String: AnyJSON]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The elements, where it is an array.
  public var list: [AnyJSON]? {
    if case .list(let elements) = self { elements } else { nil }
  }

  /// The text, where it is a string.
  public var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// What a JSON Pointer (RFC 6901) without escapes leads to: `/servers/catalog.events`.
  public func value(at pointer: some StringProtocol) -> AnyJSON? {
    pointer.split(separator: "/").reduce(self) { value, name in value?[String(name)] }
  }

  /// This value and all that is in it.
  public func forEach(_ body: (AnyJSON) throws -> Void) rethrows {
    try body(self)
    for value in list ?? object.map({ Array($0.values) }) ?? [] { try value.forEach(body) }
  }
}
