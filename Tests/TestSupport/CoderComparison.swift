internal import CastwireBus
internal import Foundation

/// One input as one type through the line's coder and Foundation's.
public struct CoderComparison {
  /// Whether the line's coder read it.
  public let isRead: Bool
  /// In what the two differ that `BusCoder` does not document; nil where all is well.
  public let fault: String?

  /// Reads the input through both, and where both can writes it again.
  public init<Value: Codable & Equatable>(_ type: Value.Type, _ json: [UInt8]) {
    let theirs = try? FoundationCoder.decode(type, from: json)
    do {
      let ours = try BusCoder.decode(type, from: json)
      isRead = true
      guard let theirs else {
        fault = "\(type) is read, which Foundation refuses"
        return
      }
      guard ours == theirs else {
        fault = "\(type) is read as another value: \(ours), \(theirs)"
        return
      }
      let written = try? BusCoder.encode(ours)
      fault = written == (try? FoundationCoder.encode(ours)) ? nil : "\(type) is written in another way"
    } catch {
      isRead = false
      fault = theirs == nil || Self.isDocumented(error, json) ? nil : "\(type) is refused: \(error)"
    }
  }

  /// Whether it is one of the cases in which the line's coder is stricter on purpose.
  private static func isDocumented(_ error: any Error, _ json: [UInt8]) -> Bool {
    let reason = "\(error)"
    if reason.contains("cannot be read at byte") {
      // Foundation's decoder looks at what is asked for alone, and reads more encodings; its other reader looks at all.
      let isJSON = (try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)) != nil
      let isUTF8 = String(validating: json, as: UTF8.self) != nil
      return !isJSON || !isUTF8 || json.first == 0xef || json.prefix(4).contains(0)
        || ["deeper than", "surrogate", "a value is expected", "a name in quotes"].contains { reason.contains($0) }
    }
    return ["the name stands twice", "does not fit in"].contains { reason.contains($0) }
  }
}
