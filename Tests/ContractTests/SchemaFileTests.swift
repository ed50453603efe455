import TestSupport
import Testing

/// What holds for all schemas.
struct SchemaFileTests {
  /// What draft 7, which AsyncAPI reads, and draft 2020-12 understand alike.
  private static let keywords: Set<String> = [
    "$schema", "$id", "$ref", "title", "description", "type", "required", "properties", "additionalProperties", "items",
    "enum", "const", "default", "examples", "format", "pattern", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "allOf", "oneOf", "if", "then", "else",
  ]

  private let contract: Contract

  init() throws {
    contract = try Contract()
  }

  /// All schemas, each with those in it and where these stand.
  private var all: [(schema: AnyJSON, path: String)] {
    contract.schemas.flatMap { Self.withParts($0.value, at: $0.key) }
  }

  private static func withParts(_ schema: AnyJSON, at path: String) -> [(schema: AnyJSON, path: String)] {
    var parts: [(name: String, schema: AnyJSON)] = []
    for name in ["items", "additionalProperties", "if", "then", "else"] {
      if let part = schema[name] { parts.append((name, part)) }
    }
    for name in ["allOf", "oneOf"] { parts += (schema[name]?.list ?? []).map { (name, $0) } }
    parts += (schema["properties"]?.object ?? [:]).map { ($0.key, $0.value) }
    return [(schema, path)] + parts.flatMap { withParts($0.schema, at: "\(path)/\($0.name)") }
  }

  @Test func `a schema uses keywords that old and new tools understand alike`() {
    for (schema, path) in all {
      let names = Set(schema.object?.keys ?? [:].keys)
      #expect(names.subtracting(Self.keywords) == [], "\(path)")
    }
  }

  @Test func `every schema says what it is for`() {
    for (id, schema) in contract.schemas {
      #expect(schema["description"]?.text?.isEmpty == false, "\(id)")
      #expect(schema["title"]?.text?.isEmpty == false, "\(id)")
      #expect(schema["$schema"]?.text == "https://json-schema.org/draft/2020-12/schema", "\(id)")
    }
  }

  @Test func `every field says what it means`() {
    for (schema, path) in all {
      for (name, field) in schema["properties"]?.object ?? [:] where !isDescribed(field) {
        // What is in them is described.
        #expect(["result", "items"].contains(name), "\(path)/\(name)")
      }
    }
  }

  /// A constant says it by itself, and a reference by what it leads to.
  private func isDescribed(_ field: AnyJSON) -> Bool {
    field["description"]?.text?.isEmpty == false || field["const"] != nil || field["$ref"] != nil
  }

  @Test func `references lead to schemas, and every part is used`() {
    let used = Set(all.compactMap { $0.schema["$ref"]?.text })
    #expect(used.subtracting(contract.schemas.keys) == [])
    let parts = contract.schemas.keys.filter { $0.contains(":model:") || $0.contains(":data:") }
    #expect(Set(parts).subtracting(used) == [])
  }

  @Test func `an example in a schema is valid by it`() async throws {
    var cases: [SchemaValidator.Case] = []
    for (id, schema) in contract.schemas {
      for example in schema["examples"]?.list ?? [] {
        cases.append(SchemaValidator.Case(schema: id, json: try example.json))
      }
    }
    #expect(cases.count >= 5)
    let problems = try await SchemaValidator.problems(in: cases)
    #expect(problems == [])
  }
}
