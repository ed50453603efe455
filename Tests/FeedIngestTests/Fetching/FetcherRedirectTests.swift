import Foundation
import TestSupport
import Testing

@testable import FeedIngest

struct FetcherRedirectTests {
  /// A server where /a leads to /b by the first status, /b to /c by the second, and so on; the last one has a document.
  private func chain(_ statuses: [Int]) throws -> FeedServer {
    try FeedServer { request in
      let place = Int(request.path.utf8.last! - UInt8(ascii: "a"))
      guard place < statuses.count else { return .ok([1]) }
      return .redirect(statuses[place], to: "/\(Character(Unicode.Scalar(UInt8(ascii: "b") + UInt8(place))))")
    }
  }

  @Test(arguments: [[301], [308], [301, 308, 301]])
  func `redirects that are all permanent move the feed`(statuses: [Int]) async throws {
    let server = try chain(statuses)
    let response = try #require(await FetchProbe().fetch(server.url("/a")).response)
    #expect(response.permanentURL == response.effectiveURL)
    #expect(response.permanentURL == server.url("/\("bcd".dropFirst(statuses.count - 1).first!)"))
  }

  @Test(arguments: [[302], [303], [307], [301, 302], [302, 301], [301, 307, 308]])
  func `one temporary redirect leaves the feed where it is`(statuses: [Int]) async throws {
    let server = try chain(statuses)
    let response = try #require(await FetchProbe().fetch(server.url("/a")).response)
    #expect(response.permanentURL == nil)
    #expect(response.effectiveURL == server.url("/\("bcd".dropFirst(statuses.count - 1).first!)"))
  }

  @Test func `five redirects are followed, a sixth is not`() async throws {
    let five = try chain([302, 302, 302, 302, 302])
    #expect(try await FetchProbe().fetch(five.url("/a")).body == [1])
    let server = try chain([302, 302, 302, 302, 302, 302])
    let failure = try await FetchProbe().failure(server.url("/a"))
    #expect(failure.kind == .tooManyRedirects)
    #expect(failure.message == "the server redirects more than 5 times")
    #expect(server.requests.count == 6)
  }

  @Test func `a circle ends`() async throws {
    let server = try FeedServer { request in .redirect(301, to: request.path == "/a" ? "/b" : "/a") }
    #expect(
      try await FetchProbe().failure(server.url("/a"))
        == FetchFailure(kind: .tooManyRedirects, message: "the server redirects in a circle", statusCode: 301))
    #expect(server.requests.map(\.path) == ["/a", "/b"])
  }

  @Test func `a circle that does not begin at the start ends, too`() async throws {
    let server = try FeedServer { request in
      .redirect(302, to: ["/a": "/b", "/b": "/c"][request.path] ?? "/b#\(request.number)")
    }
    #expect(try await FetchProbe().failure(server.url("/a")).message == "the server redirects in a circle")
    #expect(server.requests.map(\.path) == ["/a", "/b", "/c"])
  }

  @Test func `a redirect to another spelling of the same address is followed`() async throws {
    let server = try FeedServer { request in
      switch request.path {
      case "/~me": .redirect(301, to: "/%7eme")
      case "/%7eme": .redirect(301, to: "/%7Eme")
      default: .ok([1])
      }
    }
    let response = try #require(await FetchProbe().fetch(server.url("/~me")).response)
    #expect(server.requests.map(\.path) == ["/~me", "/%7eme", "/%7Eme"])
    #expect(response.permanentURL == server.url("/%7Eme"))
    #expect(response.effectiveURL == server.url("/~me"))
  }

  @Test(arguments: [
    ("file:///etc/passwd", "file"), ("ftp://127.0.0.1/feed", "ftp"), ("gopher://127.0.0.1:1/x", "gopher"),
  ])
  func `a redirect leads to http and https only, even where files are allowed`(
    target: String, scheme: String
  ) async throws {
    let server = try FeedServer { request in
      request.path == "/feed.xml" ? .redirect(302, to: target) : .status(500)
    }
    let failure = try await FetchProbe { $0.allowsFiles = true }.failure(server.url())
    #expect(failure.kind == .unsupportedScheme)
    #expect(failure.message == "the server redirects to a \(scheme): address, which is not followed")
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["javascript:alert(1)", "http://", "http://a:b:c/"])
  func `a redirect to what is no address`(target: String) async throws {
    let server = try FeedServer { _ in .redirect(302, to: target) }
    let failure = try await FetchProbe().failure(server.url())
    #expect(failure.kind == .invalidURL)
    #expect(failure.statusCode == 302)
    #expect(failure.message == "the server redirects to an address that cannot be read")
  }

  @Test(arguments: [
    "127.0.0.2", "[::1]", "10.0.0.1", "169.254.169.254", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
    "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::1]",
    "[2002:a00:1::]", "0x7f.2", "①②⑦.0.0.2", "127.0.0.2.",
  ])
  func `a redirect to a private address is refused`(host: String) async throws {
    let server = try FeedServer { _ in .redirect(302, to: "http://\(host)/secrets") }
    let home = try #require(IPAddress("127.0.0.1"))
    let probe = FetchProbe {
      $0.allowsPrivate = false
      $0.allowedAddresses = [home]
    }
    let failure = try await probe.failure(server.url())
    #expect(failure.kind == .refused)
    #expect(failure.message.hasPrefix("the address "))
    #expect(
      failure.message.hasSuffix("; start feed-ingest, 'castwire up' or script/server with --allow-private to allow it"))
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [200_000, 100_000_000])
  func `the body of a redirect does not matter`(length: Int) async throws {
    let page = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    let server = try FeedServer { request in
      if request.path == "/new" { return .ok([1]) }
      let head = "HTTP/1.1 302 Found\r\nLocation: new\r\nContent-Length: \(length)\r\n\r\n"
      return .init(steps: [.send(Array(head.utf8)), .sendRepeatedly(page, times: length / page.count)])
    }
    #expect(try await FetchProbe().fetch(server.url("/old")).body == [1])
  }

  @Test(arguments: [
    ("new", "/feeds/new"), ("/new", "/new"), ("?page=2", "/feeds/old?page=2"), ("../new", "/new"),
    ("a b", "/feeds/a%20b"),
    ("ü", "/feeds/%c3%bc"), ("/new#top", "/new"),
  ])
  func `a relative redirect`(location: String, target: String) async throws {
    let server = try FeedServer { request in
      request.number == 1 ? .redirect(302, to: location) : .ok([1])
    }
    let result = try await FetchProbe().fetch(server.url("/feeds/old"))
    #expect(server.requests.last?.target.lowercased() == target)
    #expect(result.response?.effectiveURL.lowercased() == server.url(target))
  }

  @Test func `conditions hold at the end of a redirect`() async throws {
    let server = try FeedServer { request in
      if request.path == "/old" { return .redirect(301, to: "/new") }
      return request.header("If-None-Match") == "\"1\"" ? .status(304) : .ok([1])
    }
    let result = try await FetchProbe().fetch(server.url("/old"), etag: "\"1\"")
    #expect(
      result.outcome
        == .notModified(FetchResponse(effectiveURL: server.url("/new"), permanentURL: server.url("/new"))))
  }

  @Test func `user and password stay on their own server`() async throws {
    let other = try FeedServer { request in .redirect(302, to: request.header("Host") == nil ? "/" : "/back") }
    let home = try FeedServer { request in
      switch request.path {
      case "/here": .redirect(301, to: "/moved")
      case "/away": .redirect(302, to: other.url())
      default: .ok([1])
      }
    }
    let probe = FetchProbe()
    func secret(_ path: String) -> String {
      home.url(path).replacingOccurrences(of: "http://", with: "http://me:secret@")
    }
    let moved = try #require(await probe.fetch(secret("/here")).response)
    #expect(moved.permanentURL == home.url("/moved"))
    #expect(moved.effectiveURL == home.url("/moved"))
    #expect(home.requests.allSatisfy { $0.header("Authorization") != nil })
    _ = try await probe.fetch(secret("/away"))
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.header("Authorization") == nil })
  }

  @Test func `a redirect that brings a password of its own uses it, and is no address to keep`() async throws {
    let server = try FeedServer { request in
      if request.path == "/old" {
        return .redirect(301, to: "http://you:other@\(request.header("Host") ?? "")/new")
      }
      return request.header("Authorization") == nil ? .status(401) : .ok([1])
    }
    let result = try await FetchProbe().fetch(server.url("/old"))
    #expect(result.body == [1])
    #expect(result.response?.permanentURL == nil)
  }
}
