public import Foundation

/// The contract as data: the schemas and the AsyncAPI document in Shared/Contract.
public struct Contract: Sendable {
  /// The checkout.
  public static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  /// Where the contract is.
  public static let folder = root.appending(path: "Shared/Contract")

  /// The schemas by their `$id`.
  public let schemas: [String: AnyJSON]
  /// The AsyncAPI document.
  public let asyncAPI: AnyJSON

  /// Reads the contract.
  ///
  /// - Throws: what is wrong with a file, `DecodingError` for one that is no JSON.
  public init() throws {
    var schemas: [String: AnyJSON] = [:]
    for folder in try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
    where folder.hasDirectoryPath {
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        let schema = try AnyJSON(try Data(contentsOf: file))
        guard let id = schema["$id"]?.text, schemas.updateValue(schema, forKey: id) == nil else {
          throw Malformed(description: "\(file.path) has no $id, or that of another schema")
        }
      }
    }
    self.schemas = schemas
    asyncAPI = try AnyJSON(try Data(contentsOf: Self.folder.appending(path: "asyncapi.json")))
  }

  /// Something that is no contract.
  public struct Malformed: Error, CustomStringConvertible {
    /// What is wrong with what.
    public let description: String
  }

  /// A schema by its `$id`.
  ///
  /// - Throws: `Malformed` where there is none.
  public func schema(_ id: String) throws -> AnyJSON {
    guard let schema = schemas[id] else { throw Malformed(description: "there is no schema \(id)") }
    return schema
  }

  /// The schema that an event's payload is held to by its type: what AsyncAPI says of the message.
  public static func message(ofType type: String) -> String {
    let words = type.split(separator: ".")
    return "asyncapi.json#/components/messages/\(words.dropFirst().dropLast().joined(separator: "."))/payload"
  }
}
