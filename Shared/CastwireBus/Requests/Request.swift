/// A request as it came in: `{"request": NAME, "id": …, …}`.
public struct Request: Sendable, Hashable {
  /// What is asked.
  public let name: String
  /// The asker's id for it, as the JSON that it came in; `null` where there is none.
  let id: [UInt8]
  private let json: [UInt8]

  /// Reads a request.
  ///
  /// - Throws: `RequestError` of code `bad_request`.
  init(json: [UInt8]) throws(RequestError) {
    guard let members = JSONMembers(json) else {
      throw RequestError(.badRequest, "a request is one JSON object")
    }
    guard let name = members.string("request") else {
      throw RequestError(.badRequest, "a request says its name in \"request\"")
    }
    guard name.utf8.count <= 100 else {
      throw RequestError(.badRequest, "a request's name is at most 100 bytes")
    }
    self.name = name
    self.json = json
    id = Self.id(in: json) ?? Array("null".utf8)
  }

  /// The id of whatever can be read of a request, so that even a refusal finds its asker.
  static func id(in json: [UInt8]) -> [UInt8]? {
    guard let range = JSONMembers(json)?.value("id") else { return nil }
    let id = Array(json[range])
    // It goes back as it came, so it must be JSON.
    return (try? RawJSON(id)) == nil ? nil : id
  }

  /// The request's parameters.
  ///
  /// - Throws: `RequestError` of code `bad_request`, which names the parameter.
  public func decode<Parameters: Decodable>(_ type: Parameters.Type) throws(RequestError) -> Parameters {
    do {
      return try BusCoder.decode(type, from: json)
    } catch DecodingError.keyNotFound(let key, _) {
      throw RequestError(.badRequest, "\(name) needs \"\(key.stringValue)\"")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      throw RequestError(.badRequest, "\(Self.path(context)) of \(name) is of the wrong type")
    } catch DecodingError.dataCorrupted(let context) {
      throw RequestError(.badRequest, "\(Self.path(context)) of \(name): \(context.debugDescription)")
    } catch {
      throw RequestError(.badRequest, "\(name) is not understood: \(error)")
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.isEmpty ? "the JSON" : "\"\(context.codingPath.map(\.stringValue).joined(separator: "."))\""
  }
}
