import Foundation

@testable import CastwireCommand

/// Cells as the formatter sends them.
enum CellExamples {
  static func episode(_ title: String, _ info: String, _ description: String? = nil) throws -> ListedCell {
    try listed("episode", ["title": title, "info": info, "description": description].compactMapValues(\.self))
  }

  static func video(_ title: String, _ subtitle: String) throws -> ListedCell {
    try listed("video", ["title": title, "subtitle": subtitle, "thumbnailURL": "https://v.example/t.jpg"])
  }

  static func photo(_ members: [String: Any]) throws -> ListedCell {
    try listed("photo", members)
  }

  private static func listed(_ kind: String, _ cell: [String: Any]) throws -> ListedCell {
    try ListedCell(
      json: Array(
        try JSONSerialization.data(withJSONObject: [
          "kind": kind, "locale": "en_US", "entity": "e", "feed": "f", "cell": cell,
        ])))
  }
}
