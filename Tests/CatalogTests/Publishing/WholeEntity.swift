import Castwire
import CastwireBus
import TestSupport

/// An entity with a value in each of its fields, as JSON, and others that differ from it in one.
struct WholeEntity<Entity: Codable> {
  let json: AnyJSON

  /// - Parameter fields: JSON by field. Text in it has a letter with an accent and a space; an address has a query.
  init(_ fields: String) throws {
    json = try AnyJSON(Array(fields.utf8))
  }

  var entity: Entity {
    get throws { try Self.decode(json) }
  }

  /// The fields as the type has them.
  var fields: [String] {
    get throws { Mirror(reflecting: try entity).children.compactMap(\.label) }
  }

  /// With other values in some fields: nil for one that is left out.
  func with(_ values: [String: AnyJSON?]) throws -> Entity {
    var other = json
    for (field, value) in values { other[field] = value }
    return try Self.decode(other)
  }

  private static func decode(_ json: AnyJSON) throws -> Entity {
    try BusCoder.decode(Entity.self, from: try json.json)
  }
}

extension AnyJSON {
  /// Values that say something else: one for each that is in this one.
  var others: [AnyJSON] {
    switch self {
    case .null: []
    case .flag(let flag): [.flag(!flag)]
    case .integer(let integer): [.integer(integer + 1)]
    case .number(let number): [.number(number + 1)]
    // States are words of a list.
    case .text("active"): [.text("failing")]
    case .text(let text): [.text(text.isDate ? "2023" + text.dropFirst(4) : text + "x")]
    case .list(let list):
      [.list(list + list), .list([])]
        + list.indices.flatMap { index in
          list[index].others.map { other in
            var changed = list
            changed[index] = other
            return .list(changed)
          }
        }
    case .object(let object):
      object.flatMap { name, value in
        value.others.map { other in .object(object.merging([name: other]) { $1 }) }
      }
    }
  }

  /// Another value that says the same: another Unicode form, other white space, another signature of an address.
  var alike: AnyJSON {
    switch self {
    case .text(let text) where text.hasPrefix("https:"): .text(text + "&Expires=17&Signature=abc&Key-Pair-Id=K")
    case .text(let text) where text.contains("é"):
      .text(" \n" + text.replacing("é", with: "e\u{301}").replacing(" ", with: " \t\u{a0} ") + " ")
    case .number(let number): .number(number + 0.2)
    case .list(let list): .list(list.map(\.alike))
    case .object(let object): .object(object.mapValues(\.alike))
    case .null, .flag, .integer, .text: self
    }
  }
}

extension String {
  fileprivate var isDate: Bool { hasSuffix("Z") && first?.isNumber == true }
}
