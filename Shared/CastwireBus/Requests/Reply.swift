/// What a service answers.
public enum Reply: Sendable {
  /// Done. `result` is one JSON object; a replay's events follow it, each in a frame of its own.
  case ok(result: [UInt8], events: [[UInt8]] = [])
  /// A replay cannot go on from where it was asked: see section 5 of the contract. `result` is one JSON object.
  case truncated(result: [UInt8])
  /// Not done.
  case error(RequestError)

  /// The frames of the reply to a request of that id (a piece of JSON).
  func frames(id: [UInt8]) -> [[UInt8]] {
    var json = Array(#"{"status":""#.utf8)
    func add(status: String) {
      json.append(contentsOf: status.utf8)
      json.append(contentsOf: #"","id":"#.utf8)
      json.append(contentsOf: id)
    }
    func add(result: [UInt8]) {
      json.append(contentsOf: #","result":"#.utf8)
      json.append(contentsOf: result)
      json.append(UInt8(ascii: "}"))
    }
    switch self {
    case .ok(let result, let events):
      add(status: "ok")
      add(result: result)
      return [json] + events
    case .truncated(let result):
      add(status: "truncated")
      add(result: result)
      return [json]
    case .error(let error):
      add(status: "error")
      json.append(contentsOf: #","code":"#.utf8)
      json.append(jsonString: error.code.rawValue)
      json.append(contentsOf: #","message":"#.utf8)
      json.append(jsonString: error.message)
      json.append(UInt8(ascii: "}"))
      return [json]
    }
  }
}
