import TestSupport
import Testing

@testable import FeedIngest

/// A fetcher whose results a test can wait for. It may use the machine's own address unless told otherwise.
final class FetchProbe: Sendable {
  let fetcher: Fetcher
  let results = Monitor<[FetchResult]>([])
  /// How often the memory that bodies take has changed.
  let memoryChanges = Monitor(0)

  static var configuration: Fetcher.Configuration {
    var configuration = Fetcher.Configuration(version: "1.2.3")
    configuration.allowsPrivate = true
    // On a loaded machine minutes may pass before a test goes on, and what it left standing must still stand then.
    configuration.connectLimit = .seconds(1800)
    configuration.answerLimit = .seconds(1800)
    configuration.stallLimit = .seconds(1800)
    configuration.wholeLimit = .seconds(1800)
    return configuration
  }

  init(_ configure: (inout Fetcher.Configuration) -> Void = { _ in }) {
    var configuration = Self.configuration
    configuration.whenBodyMemoryChanges = { [memoryChanges] in memoryChanges.withLock { $0 += 1 } }
    configure(&configuration)
    fetcher = Fetcher(configuration: configuration) { [results] result in
      results.withLock { $0.append(result) }
    }
  }

  /// Fetches one URL and returns its result.
  func fetch(_ url: String, etag: String? = nil, lastModified: String? = nil) async throws -> FetchResult {
    let request = FetchRequest(id: "feed", url: url, etag: etag, lastModified: lastModified)
    let count = results.withLock { $0.count }
    fetcher.enqueue(request)
    let isDone = await results.wait { $0.count > count }
    try #require(isDone, "no result")
    let result = results.withLock { $0[count] }
    #expect(result.request == request)
    return result
  }

  func failure(_ url: String) async throws -> FetchFailure {
    try #require(await fetch(url).failure)
  }

  /// Expects that a limit ends the fetch of a URL with such a failure.
  ///
  /// The limit grows: on a machine with much else to do, a short one may be over before a fetch has come so far.
  static func expectTimeout(
    _ url: String, by limit: any WritableKeyPath<Fetcher.Configuration, Duration> & Sendable, message: String
  ) async throws {
    var failures: [FetchFailure] = []
    for seconds in [1, 2, 4, 8, 16] {
      let failure = try await FetchProbe { $0[keyPath: limit] = .seconds(seconds) }.failure(url)
      if failure == FetchFailure(kind: .timeout, message: "\(message) \(seconds) s") { return }
      failures.append(failure)
    }
    Issue.record("it ended otherwise, however long the limit was: \(failures)")
  }
}

extension FetchResult {
  var failure: FetchFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  var body: [UInt8]? {
    if case .body(let bytes, _) = outcome { bytes } else { nil }
  }

  var response: FetchResponse? {
    switch outcome {
    case .notModified(let response), .body(_, let response): response
    case .failed: nil
    }
  }
}
