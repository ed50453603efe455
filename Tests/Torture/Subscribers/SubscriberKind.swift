import CastwireBus

/// A subscriber that is tortured, too.
struct SubscriberKind: Sendable {
  enum Language: Sendable {
    /// Over the CastwireBus library.
    case swift
    /// Examples/subscriber.py.
    case python
  }

  let name: String
  let language: Language
  let service: ServiceName
  /// nil for the whole log.
  var family: String?
  /// Started in the middle.
  var isLate = false
  /// Wants no history.
  var isFromHead = false
  /// Its handler blocks now and then for seconds.
  var naps = false

  static let all: [SubscriberKind] = [
    SubscriberKind(name: "all-items", language: .swift, service: .feedIngest),
    SubscriberKind(name: "all-catalog", language: .swift, service: .catalog),
    SubscriberKind(name: "episodes", language: .swift, service: .catalog, family: "episode"),
    SubscriberKind(name: "cells", language: .swift, service: .formatter, family: "cell.en_US"),
    SubscriberKind(name: "arabic-cells", language: .swift, service: .formatter, family: "cell.ar"),
    SubscriberKind(name: "napping", language: .swift, service: .catalog, naps: true),
    SubscriberKind(name: "late", language: .swift, service: .formatter, isLate: true),
    SubscriberKind(name: "late-from-head", language: .swift, service: .catalog, isLate: true, isFromHead: true),
    SubscriberKind(name: "python-episodes", language: .python, service: .catalog, family: "episode"),
    SubscriberKind(
      name: "python-late-cells", language: .python, service: .formatter, family: "cell.en_US", isLate: true),
  ]

  /// The file of its cursor and what it has applied.
  func recordPath(in folder: String) -> String {
    "\(folder)/\(name).record.sqlite"
  }
}
