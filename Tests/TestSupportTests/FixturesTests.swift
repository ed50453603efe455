import Foundation
import TestSupport
import Testing

struct FixturesTests {
  @Test func `a longer podcast is the shorter one with new episodes on top`() throws {
    let ten = String(decoding: Feeds.podcast(episodes: 10), as: UTF8.self)
    let eleven = String(decoding: Feeds.podcast(episodes: 11), as: UTF8.self)
    let items = try #require(ten.range(of: "<item>"))
    #expect(eleven.hasSuffix(ten[items.lowerBound...]))
    #expect(eleven.components(separatedBy: "<item>").count == 12)
    #expect(eleven.contains("<pubDate>Sun, 12 Jan 2020 00:00:00 GMT</pubDate>"))
  }

  @Test func `pairs of ports are distinct and can be listened on`() throws {
    let ports = try (0..<20).map { _ in try FreePort.pair() }
    #expect(Set(ports).count == 20)
  }

  @Test func `a temporary directory goes with everything in it`() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(try directory?.write([1, 2, 3], to: "file"))
    #expect(FileManager.default.contents(atPath: path) == Data([1, 2, 3]))
    directory = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
