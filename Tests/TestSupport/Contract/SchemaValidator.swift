import Foundation

/// A JSON Schema validator that is none of the project's: Python's jsonschema, in a process of its own.
public enum SchemaValidator {
  /// A value and what it is held to.
  public struct Case: Sendable {
    /// The `$id` of a schema, or a place in the AsyncAPI document as `Contract.message(ofType:)` gives it.
    public let schema: String
    /// The value's JSON.
    public let json: [UInt8]

    /// A value to be held to a schema.
    public init(schema: String, json: [UInt8]) {
      self.schema = schema
      self.json = json
    }
  }

  /// What is wrong with each case, in words; nothing where it is valid.
  ///
  /// - Throws: `Failure` where the validator itself fails, as for a schema that is none.
  public static func errors(in cases: [Case]) async throws -> [[String]] {
    var input: [UInt8] = []
    for value in cases {
      input += Array(#"{"schema":"\#(value.schema)","value":"#.utf8)
      // A line break in JSON stands between its words alone, where any white space does.
      input += value.json.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 }
      input += Array("}\n".utf8)
    }
    let script = Contract.root.appending(path: "Tests/Contract/validate.py").path
    let process = try await Python.start(["-W", "ignore", script], importing: "jsonschema", input: input)
    let status = await process.waitForExit(within: .seconds(240))
    guard status == .exited(0) else {
      throw Failure(description: "the validator failed: \(String(decoding: process.errors, as: UTF8.self))")
    }
    let lines = process.output.split(separator: UInt8(ascii: "\n"))
    guard lines.count == cases.count else {
      throw Failure(description: "the validator answered \(lines.count) of \(cases.count) cases")
    }
    return try lines.map { try JSONDecoder().decode([String].self, from: Data($0)) }
  }

  /// What is wrong with the cases that are not valid, each with its schema.
  public static func problems(in cases: [Case]) async throws -> [String] {
    zip(cases, try await errors(in: cases)).flatMap { value, errors in
      errors.map { "\(value.schema): \($0) in \(String(decoding: value.json.prefix(2_000), as: UTF8.self))" }
    }
  }

  /// The validator could not do its work.
  public struct Failure: Error, CustomStringConvertible {
    /// Why, in words.
    public let description: String
  }
}
