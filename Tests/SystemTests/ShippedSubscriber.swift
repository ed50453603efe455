import CastwireBus
import Foundation
import TestSupport

/// The two subscribers that the project ships, as a reader of the guide would run them.
enum ShippedSubscriber: CaseIterable {
  case python, swift

  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

  /// Starts one that follows the catalog's episodes.
  ///
  /// - Parameter keys: its key file, where the services encrypt.
  func start(_ castwire: Installation, keys: String? = nil) async throws -> ServiceProcess {
    let endpoints = castwire.endpoints(.catalog)
    let common =
      ["--events", endpoints.events, "--requests", endpoints.requests] + (keys.map { ["--keys", $0] } ?? [])
    switch self {
    case .python:
      return try await Python.start(
        [Self.root.appending(path: "Examples/subscriber.py").path, "--cursor", database(castwire)] + common)
    case .swift:
      return try ServiceProcess("subscriber-example", arguments: ["--database", database(castwire)] + common)
    }
  }

  /// The file in which it keeps what it knows.
  func database(_ castwire: Installation) -> String {
    castwire.folder.path(of: "\(self).sqlite")
  }

  /// The titles of the episodes that a process told of, in order.
  static func titles(_ lines: [String]) -> [String] {
    lines.compactMap { $0.firstMatch(of: #/"title": "(Episode \d+)"|added (Episode \d+)/#) }
      .map { String($0.output.1 ?? $0.output.2 ?? "") }
  }
}
