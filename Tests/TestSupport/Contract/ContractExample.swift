/// A message of the contract as its type writes it, with every field and with the least.
public struct ContractExample: Sendable {
  /// The `$id` of its schema.
  public let schema: String
  /// Its JSON with every field set.
  public let full: AnyJSON
  /// Its JSON with the fields alone that it must have.
  public let minimal: AnyJSON

  /// A message by its JSON.
  public init(_ schema: String, full: some Sequence<UInt8>, minimal: some Sequence<UInt8>) throws {
    self.schema = schema
    self.full = try AnyJSON(full)
    self.minimal = try AnyJSON(minimal)
  }

  /// Where the type and the schema differ, in words: a field that one of the two lacks, one that only one of them needs,
  /// what the validator refuses, and a field that it takes as anything at all.
  ///
  /// - Parameter free: fields that may be anything.
  public static func problems(
    in examples: [ContractExample], of contract: Contract, free: Set<String> = []
  ) async throws -> [String] {
    var problems: [String] = []
    var valid: [SchemaValidator.Case] = []
    var invalid: [(field: String, value: SchemaValidator.Case)] = []
    for example in examples {
      let schema = try contract.schema(example.schema)
      problems += try contract.drift(of: example.full, from: schema).map { "\(example.schema): \($0)" }
      problems += try contract.excess(of: example.minimal, over: schema).map { "\(example.schema): \($0)" }
      for value in [example.full, example.minimal] {
        valid.append(SchemaValidator.Case(schema: example.schema, json: try value.json))
      }
      for (name, value) in example.full.object ?? [:] where !free.contains(name) {
        var wrong = example.full
        wrong[name] = value.object == nil ? .object([:]) : .integer(17)
        invalid.append((name, SchemaValidator.Case(schema: example.schema, json: try wrong.json)))
      }
    }
    problems += try await SchemaValidator.problems(in: valid)
    let errors = try await SchemaValidator.errors(in: invalid.map(\.value))
    problems += zip(invalid, errors).filter { $1.isEmpty }.map { "\($0.0.value.schema): \($0.0.field) may be anything" }
    return problems
  }
}
