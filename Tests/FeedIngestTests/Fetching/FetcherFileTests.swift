import Foundation
import Glibc
import TestSupport
import Testing

@testable import FeedIngest

struct FetcherFileTests {
  private let directory: TemporaryDirectory
  private let probe = FetchProbe {
    $0.allowsFiles = true
    $0.maximumBodySize = 1 << 20
  }

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func url(_ name: String) -> String {
    "file://\(directory.path(of: name))"
  }

  @Test func `a file is read, and known again until it changes`() async throws {
    try directory.write([1, 2, 3], to: "a feed.xml")
    let first = try await probe.fetch(url("a%20feed.xml"))
    #expect(first.body == [1, 2, 3])
    let response = try #require(first.response)
    #expect(response.effectiveURL == url("a%20feed.xml"))
    let again = try await probe.fetch(
      url("a%20feed.xml"), etag: response.etag, lastModified: response.lastModified)
    #expect(again.outcome == .notModified(response))
    // The same size and, most likely, the same second.
    try directory.write([4, 5, 6], to: "a feed.xml")
    let changed = try await probe.fetch(
      url("a%20feed.xml"), etag: response.etag, lastModified: response.lastModified)
    #expect(changed.body == [4, 5, 6])
  }

  @Test func `Last-Modified is the file's own time`() async throws {
    let path = try directory.write([1], to: "feed.xml")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 784_111_777)], ofItemAtPath: path)
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(try await probe.fetch(url("feed.xml")).response?.lastModified == date)
    let again = try await probe.fetch(url("feed.xml"), lastModified: date)
    guard case .notModified = again.outcome else {
      Issue.record("read again: \(again.outcome)")
      return
    }
  }

  @Test func `what is no readable file is a clear failure`() async throws {
    #expect(mkfifo(directory.path(of: "pipe"), 0o600) == 0)
    let messages = [
      "missing.xml": "the file does not exist", "": "the address names a folder, not a file",
      "pipe": "the address names a device, not a file", "missing/feed.xml": "the file does not exist",
    ]
    for (name, message) in messages {
      let failure = try await probe.failure(url(name))
      #expect(failure == FetchFailure(kind: .unreadable, message: message))
    }
    #expect(try await probe.failure("file:///dev/zero").kind == .unreadable)
  }

  @Test func `a file past the limit is not read`() async throws {
    try directory.write([UInt8](repeating: 0, count: (1 << 20) + 1), to: "big.xml")
    let failure = try await probe.failure(url("big.xml"))
    #expect(failure == FetchFailure(kind: .tooLarge, message: "the body is larger than 1 MiB"))
  }

  @Test func `a file on another host is no file`() async throws {
    #expect(try await probe.failure("file://example.com/etc/hostname").kind == .invalidURL)
  }

  @Test func `without permission nothing is read`() async throws {
    try directory.write([1], to: "feed.xml")
    let failure = try await FetchProbe().failure(url("feed.xml"))
    #expect(failure.kind == .refused)
    #expect(
      failure.message
        == "files are not read; start feed-ingest, 'castwire up' or script/server with --allow-file to allow it")
  }
}
