/// The names of places in a document, for errors: worked out only once there is one.
extension JSONDocument {
  func corrupted(_ message: String, at index: Int) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: path(to: index), debugDescription: message))
  }

  /// The error of a value that is of another type than the one wanted.
  func mismatch(_ type: any Any.Type, at index: Int) -> DecodingError {
    let context = DecodingError.Context(
      codingPath: path(to: index),
      debugDescription: "\(type) is expected, and \(values[index].kind.description) stands there")
    return isNull(at: index) ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The names and numbers that lead from the root to a value.
  ///
  /// Types that try one form after the other come here for each that fails, so that no look at other values is needed.
  func path(to index: Int) -> [any CodingKey] {
    Self.path(to: index, in: values, bytes: bytes)
  }

  private static func path(
    to index: Int, in values: borrowing PlainList<Value>, bytes: UnsafeBufferPointer<UInt8>
  ) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var index = index
    while values[index].container != none {
      let container = Int(values[index].container)
      path.append(
        values[container].kind == .array
          ? JSONKey(intValue: Int(values[index].position))
          // The name of a member stands in front of its value.
          : JSONKey(stringValue: string(of: values[index - 1], in: bytes)))
      index = container
    }
    return path.reversed()
  }

  /// The path to what was being read when a text turned out to be no JSON.
  static func path(of scan: borrowing JSONScan) -> [any CodingKey] {
    guard scan.container != none else { return [] }
    let path = path(to: Int(scan.container), in: scan.values, bytes: scan.bytes)
    if scan.values[Int(scan.container)].kind == .array { return path + [JSONKey(intValue: Int(scan.position))] }
    return path + (scan.name.map { [JSONKey(stringValue: string(of: scan.values[$0], in: scan.bytes))] } ?? [])
  }
}

/// A member's name or an element's number in the path to a value.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }
}

extension JSONDocument.Kind: CustomStringConvertible {
  var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .yes, .no: "a truth value"
    case .null: "null"
    }
  }
}
